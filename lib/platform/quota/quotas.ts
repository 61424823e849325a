import { type Config, config } from "@/lib/platform/config";

const MB = 1024 * 1024;

/**
 * `uploads`: files that users add; `connectors`: their documents; `imports`: files and texts; `mails`: inbound mail
 * that waits for approval; `responses`: stored by the OpenAI-compatible API; `keys`: responses stored for idempotency
 * keys; `sessions`: including used refresh tokens; `registrations`: OAuth clients.
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

export type StorageOwner = { groupId?: string | null; userId?: number | null };
type QuotaScope = "group" | "account" | "installation";
type LimitSetting = Extract<keyof Config, `${string}_MB`>;

type Limit = {
  setting: LimitSetting;
  subject: string;
};
type ScopeLimits = Partial<Record<QuotaScope, Limit>>;
type Quota = {
  limits: ScopeLimits;
  isInTotal: boolean;
};

/** Documented in docs/configuration.md#storage-limits. `lib/platform/words` has translations of the messages. */
export const quotas: Record<QuotaKind, Quota> = {
  uploads: { limits: {}, isInTotal: true },
  connectors: {
    limits: {
      group: {
        setting: "GROUP_CONNECTORS_MB",
        subject: "The documents of connectors in this group can have ",
      },
    },
    isInTotal: true,
  },
  imports: {
    limits: { account: { setting: "ACCOUNT_IMPORTS_MB", subject: "Your imported chats can have " } },
    isInTotal: true,
  },
  mails: {
    limits: {
      group: { setting: "GROUP_HELD_MAILS_MB", subject: "Mails that wait for approval can have " },
    },
    isInTotal: true,
  },
  responses: {
    limits: {
      group: { setting: "GROUP_RESPONSES_MB", subject: "The stored responses of this group can have " },
      account: { setting: "ACCOUNT_RESPONSES_MB", subject: "Your stored responses can have " },
    },
    isInTotal: true,
  },
  keys: {
    limits: {
      account: {
        setting: "ACCOUNT_KEYS_MB",
        subject: "Answers that are kept for your idempotency keys, for 24 hours, can have ",
      },
    },
    isInTotal: false,
  },
  sessions: {
    limits: { account: { setting: "ACCOUNT_SESSIONS_MB", subject: "Your sign-ins can have " } },
    isInTotal: false,
  },
  registrations: {
    limits: {
      installation: { setting: "OAUTH_REGISTRATIONS_MB", subject: "Registered programs can have " },
    },
    isInTotal: false,
  },
};
const TOTALS: ScopeLimits = {
  group: { setting: "GROUP_STORAGE_MB", subject: "This group can store " },
  account: { setting: "ACCOUNT_STORAGE_MB", subject: "Your account can store " },
};

export type StorageLimit = {
  owner: string;
  kind: QuotaKind | undefined;
  subject: string;
  maxBytes: number;
};

/** Returns owners as the counters name them, always in the same order, so that locks can't deadlock. */
export const toOwners = ({ groupId, userId }: StorageOwner): { scope: QuotaScope; owner: string }[] => [
  ...(groupId ? [{ scope: "group" as const, owner: `group:${groupId}` }] : []),
  ...(userId ? [{ scope: "account" as const, owner: `user:${userId}` }] : []),
  ...(groupId || userId ? [] : [{ scope: "installation" as const, owner: "installation" }]),
];

export function listLimits(kind: QuotaKind | undefined, storageOwner: StorageOwner): StorageLimit[] {
  const limits = kind ? quotas[kind].limits : TOTALS;
  return toOwners(storageOwner).flatMap(({ scope, owner }) => {
    const limit = limits[scope];
    const megabytes = limit ? config()[limit.setting] : 0;
    return limit && megabytes > 0 ? [{ owner, kind, subject: limit.subject, maxBytes: megabytes * MB }] : [];
  });
}
