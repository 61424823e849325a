import { z } from "zod";
import { operation } from "@/lib/api/contract";
import { id, page, pageSize, timestamp, uuid } from "@/lib/api/fields";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";

/** The sentence for each action is in `components/settings/audit-sentences.ts`. */
export const AuditAction = z.enum([
  "signed_in",
  "sign_in_failed",
  "signed_out",
  "account_made",
  "password_changed",
  "password_reset",
  "firebase_linked",
  "api_token_made",
  "api_token_revoked",
  "program_connected",
  "program_disconnected",
  "session_ended",
  "account_suspended",
  "account_reactivated",
  "group_suspended",
  "group_reactivated",
  "operator_tokens_changed",
  "embedding_model_chosen",
  "group_made",
  "group_renamed",
  "member_joined",
  "member_removed",
  "member_left",
  "role_changed",
  "invitation_made",
  "invitation_revoked",
  "model_connected",
  "model_disconnected",
  "model_sight_changed",
  "web_access_changed",
  "picture_model_changed",
  "mcp_server_connected",
  "mcp_server_changed",
  "mcp_server_removed",
  "mcp_server_attached",
  "mcp_server_detached",
  "account_exported",
  "chat_published",
  "chat_unpublished",
  "publication_changed",
  "chat_shared",
  "chat_share_revoked",
  "chat_exported",
  "chats_exported",
  "chat_cleared",
  "chat_deleted",
  "public_knowledge_changed",
  "visitor_blocked",
  "visitor_unblocked",
  "identity_secret_changed",
  "document_deleted",
  "collection_deleted",
  "assistant_deleted",
  "task_deleted",
  "task_action_deleted",
  "prices_changed",
  "monthly_tokens_changed",
  "webhook_made",
  "webhook_changed",
  "webhook_secret_changed",
  "webhook_taken_over",
  "webhook_removed",
  "webhook_switched_off",
]);
export const AuditEntry = z
  .object({
    id: z.int(),
    action: AuditAction,
    user: UserMini.nullable().describe("Who did it; null when that is not known or the account is gone."),
    subject: UserMini.nullable().describe("To whom, where it was done to someone."),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    address: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "AuditEntry" });

export const auditApi = {
  listAuditLog: operation(endpoints.listAuditLog, {
    summary: "List the audit log, newest first",
    description:
      "Requires an owner or admin. Sign-ins, failed sign-ins and changes to a person's own account are in the log of every group they were in at the time. Chats are only named if they are public; otherwise entries have their id. Entries never change and are kept for a year.",
    params: z.object({ id: uuid }),
    query: z.object({
      page,
      page_size: pageSize,
      action: AuditAction.optional().describe("Only what was done like this."),
      user_id: id.optional().describe("Only what this person did."),
    }),
    returns: z.array(AuditEntry),
  }),
};
