import { LANGUAGE_COOKIE } from "@/lib/platform/words/languages";

/**
 * Everything the workspace stores in a browser is named here or belongs to an account in a group, whose key begins with
 * `account:<account> <group>:` (docs/decisions/022-what-a-browser-keeps.md).
 */

/** What belongs to the browser, whoever uses it. Nothing personal. */
export const DEVICE_KEYS = {
  theme: "theme",
  /** Account and group that everything else belongs to: ids only, and deleted by signing out. */
  owner: "storage-owner",
  /** When the session of the owner was found to have ended. */
  endedAt: "storage-ended-at",
} as const;

/** Cookies that scripts write. */
export const DEVICE_COOKIES = {
  language: LANGUAGE_COOKIE,
  docsLanguage: "docs_language",
  timeZone: "tz",
} as const;

/** Messages that the server hasn't acknowledged, each under `<account> <group> <key>`. */
export const UNSENT_DATABASE = "parley-outbox";
export const UNSENT_STORE = "messages";

/** Texts that were begun and not sent. They outlive a session that ended without a sign-out, for the same account and group. */
export const DRAFT = "draft:";

/**
 * How the list of chats is shown, after `<account> <group>:`. A cookie: the server renders the list that way, so that nothing
 * in it moves when its page comes alive.
 */
export const SIDEBAR_COOKIE = "sidebar";

/** What belongs to an account in a group. */
export type AccountKey =
  | `${typeof DRAFT}${string}`
  | "notices"
  | "reading-rate"
  /** Temporary chats that were left, as long as the tab is open. */
  | "left-chats";
