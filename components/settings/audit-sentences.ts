import type { LogEntry } from "@/components/data/audit";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

type AuditKey = Key<"settingsAuditLog">;

/** Sentence and filter label of each kind of entry, in the order of the filter. */
export const actions: Record<LogEntry["action"], { sentence: AuditKey; event: AuditKey }> = {
  signed_in: { sentence: "signedIn", event: "signedInEvent" },
  sign_in_failed: { sentence: "signInFailed", event: "signInFailedEvent" },
  signed_out: { sentence: "signedOut", event: "signedOutEvent" },
  session_ended: { sentence: "sessionEnded", event: "sessionEndedEvent" },
  account_made: { sentence: "accountCreated", event: "accountCreatedEvent" },
  account_exported: { sentence: "accountExported", event: "accountExportedEvent" },
  password_changed: { sentence: "passwordChanged", event: "passwordChangedEvent" },
  password_reset: { sentence: "passwordReset", event: "passwordResetEvent" },
  identity_linked: { sentence: "identityLinked", event: "identityLinkedEvent" },
  firebase_linked: { sentence: "googleLinked", event: "googleLinkedEvent" },
  api_token_made: { sentence: "tokenCreated", event: "tokenCreatedEvent" },
  api_token_revoked: { sentence: "tokenRevoked", event: "tokenRevokedEvent" },
  program_connected: { sentence: "programConnected", event: "programConnectedEvent" },
  program_disconnected: { sentence: "programDisconnected", event: "programDisconnectedEvent" },
  group_made: { sentence: "groupCreated", event: "groupCreatedEvent" },
  group_renamed: { sentence: "groupRenamed", event: "groupRenamedEvent" },
  account_suspended: { sentence: "accountSuspended", event: "accountSuspendedEvent" },
  account_reactivated: { sentence: "accountReactivated", event: "accountReactivatedEvent" },
  group_suspended: { sentence: "groupSuspended", event: "groupSuspendedEvent" },
  group_reactivated: { sentence: "groupReactivated", event: "groupReactivatedEvent" },
  operator_tokens_changed: { sentence: "operatorLimitChanged", event: "operatorLimitChangedEvent" },
  embedding_model_chosen: { sentence: "embeddingModelChosen", event: "embeddingModelChosenEvent" },
  member_joined: { sentence: "memberJoined", event: "memberJoinedEvent" },
  member_left: { sentence: "memberLeft", event: "memberLeftEvent" },
  member_removed: { sentence: "memberRemoved", event: "memberRemovedEvent" },
  role_changed: { sentence: "roleChanged", event: "roleChangedEvent" },
  invitation_made: { sentence: "invitationCreated", event: "invitationCreatedEvent" },
  invitation_revoked: { sentence: "invitationRevoked", event: "invitationRevokedEvent" },
  chat_published: { sentence: "chatPublished", event: "chatPublishedEvent" },
  chat_unpublished: { sentence: "chatUnpublished", event: "chatUnpublishedEvent" },
  publication_changed: { sentence: "publicationChanged", event: "publicationChangedEvent" },
  chat_shared: { sentence: "chatShared", event: "chatSharedEvent" },
  chat_share_revoked: { sentence: "chatShareRevoked", event: "chatShareRevokedEvent" },
  chat_exported: { sentence: "chatExported", event: "chatExportedEvent" },
  chats_exported: { sentence: "chatsExported", event: "chatsExportedEvent" },
  chat_cleared: { sentence: "chatCleared", event: "chatClearedEvent" },
  chat_deleted: { sentence: "chatDeleted", event: "chatDeletedEvent" },
  public_knowledge_changed: { sentence: "publicKnowledgeChanged", event: "publicKnowledgeChangedEvent" },
  visitor_blocked: { sentence: "visitorBlocked", event: "visitorBlockedEvent" },
  visitor_unblocked: { sentence: "visitorUnblocked", event: "visitorUnblockedEvent" },
  identity_secret_changed: { sentence: "identitySecretChanged", event: "identitySecretChangedEvent" },
  audience_changed: { sentence: "audienceChanged", event: "audienceChangedEvent" },
  project_deleted: { sentence: "projectDeleted", event: "projectDeletedEvent" },
  document_deleted: { sentence: "documentDeleted", event: "documentDeletedEvent" },
  collection_deleted: { sentence: "collectionDeleted", event: "collectionDeletedEvent" },
  assistant_deleted: { sentence: "assistantDeleted", event: "assistantDeletedEvent" },
  task_deleted: { sentence: "templateDeleted", event: "templateDeletedEvent" },
  task_action_deleted: { sentence: "promptDeleted", event: "promptDeletedEvent" },
  model_connected: { sentence: "modelConnected", event: "modelConnectedEvent" },
  model_disconnected: { sentence: "modelDisconnected", event: "modelDisconnectedEvent" },
  model_changed: { sentence: "modelChanged", event: "modelChangedEvent" },
  default_model_changed: { sentence: "defaultModelChanged", event: "defaultModelChangedEvent" },
  model_sight_changed: { sentence: "modelSightChanged", event: "modelSightChangedEvent" },
  web_access_changed: { sentence: "webAccessChanged", event: "webAccessChangedEvent" },
  picture_model_changed: { sentence: "pictureModelChanged", event: "pictureModelChangedEvent" },
  models_imported: { sentence: "modelsImported", event: "modelsImportedEvent" },
  mcp_server_connected: { sentence: "mcpServerConnected", event: "mcpServerConnectedEvent" },
  mcp_server_changed: { sentence: "mcpServerChanged", event: "mcpServerChangedEvent" },
  mcp_server_removed: { sentence: "mcpServerDisconnected", event: "mcpServerDisconnectedEvent" },
  mcp_server_attached: { sentence: "mcpServerAttached", event: "mcpServerAttachedEvent" },
  mcp_server_detached: { sentence: "mcpServerDetached", event: "mcpServerDetachedEvent" },
  webhook_made: { sentence: "webhookCreated", event: "webhookCreatedEvent" },
  webhook_changed: { sentence: "webhookChanged", event: "webhookChangedEvent" },
  webhook_secret_changed: { sentence: "webhookSecretChanged", event: "webhookSecretChangedEvent" },
  webhook_taken_over: { sentence: "webhookTakenOver", event: "webhookTakenOverEvent" },
  webhook_removed: { sentence: "webhookDeleted", event: "webhookDeletedEvent" },
  webhook_switched_off: { sentence: "webhookTurnedOff", event: "webhookTurnedOffEvent" },
  prices_changed: { sentence: "pricesChanged", event: "pricesChangedEvent" },
  monthly_tokens_changed: { sentence: "monthlyLimitChanged", event: "monthlyLimitChangedEvent" },
  members_add_documents_changed: {
    sentence: "membersAddDocumentsChanged",
    event: "membersAddDocumentsChangedEvent",
  },
  members_create_changed: { sentence: "membersCreateChanged", event: "membersCreateChangedEvent" },
};

export function toSentence(t: Translate<"settingsAuditLog">, entry: LogEntry): string {
  const { user, subject, details } = entry;
  const text = (name: string) => String(details[name] ?? "?");
  return t(getMessageKey(entry), {
    who: user?.full_name ?? t("someone"),
    person: user ? "known" : "unknown",
    whom: subject?.full_name ?? "",
    subject: subject ? "known" : "unknown",
    name: text("name"),
    email: text("email"),
    before: text("before"),
    after: text("after"),
    // Joins and invitations store the role as `role`, role changes as `after`.
    role: text(entry.action === "role_changed" ? "after" : "role"),
    method: text("method"),
    audience: text("open_to"),
    chat: text("chat_id"),
    provider: text("provider"),
    model: text("model"),
    address: text("url"),
    tokens: Number(details.after ?? 0),
    limit: details.after ? "number" : details.after === 0 ? "none" : "default",
  });
}

function getMessageKey({ action, user, subject, details }: LogEntry): AuditKey {
  if (action === "role_changed" && !subject) return "roleChangedUnknown";
  if (action === "role_changed" && subject?.id === user?.id) return "roleChangedOwn";
  if (action === "invitation_made" && !details.email) return "invitationLinkCreated";
  if (action === "invitation_revoked" && !details.email) return "invitationLinkRevoked";
  return actions[action].sentence;
}
