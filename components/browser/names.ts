import { LANGUAGE_COOKIE } from "@/lib/platform/words/languages";

/**
 * Names of everything that the workspace stores in a browser, except the keys of an account in a group, which
 * begin with `account:<account> <group>:` (docs/decisions/022-browser-storage.md).
 */

/** Keys that belong to the browser rather than an account. They hold no personal data. */
export const DEVICE_KEYS = {
  theme: "theme",
  /** Account and group that own all other data: ids only, deleted on sign-out. */
  owner: "storage-owner",
  /** Time at which the owner's session was found to have ended. */
  endedAt: "storage-ended-at",
} as const;

export const DEVICE_COOKIES = {
  language: LANGUAGE_COOKIE,
  docsLanguage: "docs_language",
  timeZone: "tz",
} as const;

/** Outbox database; keys are `<account> <group> <key>`. */
export const UNSENT_DATABASE = "parley-outbox";
export const UNSENT_STORE = "messages";

/** Prefix of drafts. They survive a session that ended without a sign-out, for the same account and group. */
export const DRAFT = "draft:";

/**
 * State of the chat list, prefixed with `<account> <group>:`. A cookie, so that the server renders the list in that
 * state without layout shifts.
 */
export const SIDEBAR_COOKIE = "sidebar";

export type AccountKey =
  | `${typeof DRAFT}${string}`
  | "canvas-editor"
  | "notices"
  | "reading-rate"
  /** Temporary chats that were left; kept for the life of the tab. */
  | "left-chats";
