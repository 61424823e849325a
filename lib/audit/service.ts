import * as queries from "./queries";

/** What is written down; the text of each stands in the workspace (`components/settings/audit-log`). */
export type Action =
  | "signed_in"
  | "sign_in_failed"
  | "signed_out"
  | "account_made"
  | "password_changed"
  | "password_reset"
  | "firebase_linked"
  | "api_token_made"
  | "api_token_revoked"
  | "session_ended"
  | "group_made"
  | "group_renamed"
  | "member_joined"
  | "member_removed"
  | "member_left"
  | "role_changed"
  | "invitation_made"
  | "invitation_revoked"
  | "model_connected"
  | "model_disconnected";

export type Entry = {
  /** Absent for what concerns a person only. */
  groupId?: string;
  /** Who did it, as far as that is known. */
  userId?: number;
  action: Action;
  /** What it was done to and how: never a secret. */
  details?: Record<string, string | number | null>;
  address?: string;
};

/** Writes an entry of the audit log, in the transaction of what it tells of. */
export const note = (entry: Entry) => queries.insertEntry(entry);

/** Entries go after a year. */
export const sweep = () => queries.deleteOldEntries();
