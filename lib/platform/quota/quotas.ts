import { type Config, config } from "@/lib/platform/config";

const MB = 1024 * 1024;

/**
 * What is stored and counted in bytes: files that people add, documents of connectors, files and texts of imports, mails
 * that wait for approval, responses of the OpenAI-compatible API, answers kept for idempotency keys, sign-ins with their
 * used refresh tokens, and programs that registered for OAuth.
 */
export type QuotaKind =
  | "uploads"
  | "connectors"
  | "imports"
  | "mails"
  | "responses"
  | "keys"
  | "sessions"
  | "registrations";

/** Who stores something. Something that has neither a group nor an account is the installation's. */
export type StorageOwner = { groupId?: string | null; userId?: number | null };
type Scope = "group" | "account" | "installation";
type LimitSetting = Extract<keyof Config, `${string}_MB`>;

type Quota = {
  /** In an error, after "of". */
  noun: string;
  /** The settings that limit it for each owner. */
  limits: Partial<Record<Scope, LimitSetting>>;
  /** Counts towards what an owner may store of all kinds together. */
  isInTotal: boolean;
};

/** The table of quotas: docs/configuration.md#storage-limits. */
export const quotas: Record<QuotaKind, Quota> = {
  uploads: { noun: "files", limits: {}, isInTotal: true },
  connectors: { noun: "documents of connectors", limits: { group: "GROUP_CONNECTORS_MB" }, isInTotal: true },
  imports: { noun: "imported chats", limits: { account: "ACCOUNT_IMPORTS_MB" }, isInTotal: true },
  mails: { noun: "mails that wait for approval", limits: { group: "GROUP_HELD_MAILS_MB" }, isInTotal: true },
  responses: {
    noun: "stored responses",
    limits: { group: "GROUP_RESPONSES_MB", account: "ACCOUNT_RESPONSES_MB" },
    isInTotal: true,
  },
  keys: { noun: "answers for idempotency keys", limits: { account: "ACCOUNT_KEYS_MB" }, isInTotal: false },
  sessions: { noun: "sign-ins", limits: { account: "ACCOUNT_SESSIONS_MB" }, isInTotal: false },
  registrations: {
    noun: "registered programs",
    limits: { installation: "OAUTH_REGISTRATIONS_MB" },
    isInTotal: false,
  },
};
const TOTALS: Partial<Record<Scope, LimitSetting>> = {
  group: "GROUP_STORAGE_MB",
  account: "ACCOUNT_STORAGE_MB",
};

/** How much an owner may store: of one kind or, without one, of all that count together. */
export type StorageLimit = { scope: Scope; owner: string; kind: QuotaKind | undefined; maxBytes: number };

/** The owners of something as the counters name them, always in this order, which locks follow. */
export const toOwners = ({ groupId, userId }: StorageOwner): { scope: Scope; owner: string }[] => [
  ...(groupId ? [{ scope: "group" as const, owner: `group:${groupId}` }] : []),
  ...(userId ? [{ scope: "account" as const, owner: `user:${userId}` }] : []),
  ...(groupId || userId ? [] : [{ scope: "installation" as const, owner: "installation" }]),
];

/** What limits something of a kind; without one, what limits all kinds together. */
export function listLimits(kind: QuotaKind | undefined, storageOwner: StorageOwner): StorageLimit[] {
  const settings = kind ? quotas[kind].limits : TOTALS;
  return toOwners(storageOwner).flatMap(({ scope, owner }) => {
    const setting = settings[scope];
    const megabytes = setting ? config()[setting] : 0;
    return megabytes > 0 ? [{ scope, owner, kind, maxBytes: megabytes * MB }] : [];
  });
}
