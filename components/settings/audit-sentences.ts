import type { LogEntry } from "@/components/data/audit";

const roles: Record<string, string> = { owner: "an owner", admin: "an admin", member: "a member" };
const ways: Record<string, string> = { magic: " with an emailed link", firebase: " with Google" };

/** What an entry tells, in words. */
export function sentenceOf({ action, user, subject, details }: LogEntry): string {
  const who = user?.full_name ?? "Someone";
  const whom = subject?.full_name ?? "someone whose account is gone";
  const text = (name: string) => String(details[name] ?? "");
  const named = details.name ? ` “${text("name")}”` : "";
  const chat = details.chat_id ? `chat #${text("chat_id")}` : "a chat";
  const invitation = details.email ? `the invitation of ${text("email")}` : "an invitation link";
  const asRole = details.role ? ` as ${roles[text("role")] ?? text("role")}` : "";
  const provider = details.provider ? ` (${text("provider")})` : "";
  const address = details.url ? ` to ${text("url")}` : "";
  const sentences: Record<LogEntry["action"], string> = {
    signed_in: `${who} signed in${ways[text("method")] ?? ""}.`,
    sign_in_failed: `An attempt to sign in as ${user?.full_name ?? "someone"} failed.`,
    signed_out: `${who} signed out.`,
    account_made: `${who} created an account.`,
    account_exported: `${who} exported their data.`,
    password_changed: `${who} changed their password.`,
    password_reset: `${who} reset their password by email.`,
    firebase_linked: `${who} linked a Google account.`,
    api_token_made: `${who} created the API token${named}.`,
    api_token_revoked: `${who} revoked the API token${named}.`,
    session_ended: `${who} ended a session.`,
    account_suspended: `${who} suspended ${whom}.`,
    account_reactivated: `${who} reactivated ${whom}.`,
    group_suspended: `${who} suspended the group.`,
    group_reactivated: `${who} reactivated the group.`,
    operator_tokens_changed: details.after
      ? `${who} limited the group to ${Number(details.after).toLocaleString("en")} tokens of the installation's models a month.`
      : `${who} changed the group's limit for the installation's models to ${details.after === 0 ? "none" : "the default"}.`,
    group_made: `${who} created the group.`,
    group_renamed: `${who} renamed the group from “${text("before")}” to “${text("after")}”.`,
    member_joined: `${who} joined${asRole}.`,
    member_removed: `${who} removed ${whom}.`,
    member_left: `${who} left the group.`,
    role_changed: `${who} made ${subject && subject.id === user?.id ? "themselves" : whom} ${roles[text("after")] ?? text("after")}.`,
    invitation_made: details.email
      ? `${who} invited ${text("email")}${asRole}.`
      : `${who} created an invitation link for ${details.role === "admin" ? "admins" : "members"}.`,
    invitation_revoked: `${who} revoked ${invitation}.`,
    model_connected: `${who} connected a model provider${provider}.`,
    model_disconnected: `${who} disconnected a model provider${provider}.`,
    model_sight_changed: `${who} changed whether ${text("model")} sees pictures.`,
    mcp_server_connected: `${who} connected the MCP server${named}${address}.`,
    mcp_server_changed: `${who} changed the MCP server${named}.`,
    mcp_server_removed: `${who} disconnected the MCP server${named}.`,
    mcp_server_attached: `${who} let an assistant use the MCP server${named}.`,
    mcp_server_detached: `${who} stopped an assistant from using the MCP server${named}.`,
    chat_published: `${who} published the chat${named}.`,
    chat_unpublished: `${who} unpublished the chat${named}.`,
    chat_shared: `${who} created a read-only link to ${chat} for ${details.open_to === "anyone" ? "anyone who has it" : "people of the group"}.`,
    chat_share_revoked: `${who} revoked a read-only link to ${chat}.`,
    chat_exported: `${who} exported ${chat}.`,
    chats_exported: `${who} exported all their chats.`,
    chat_cleared: `${who} deleted all messages of ${chat}.`,
    chat_deleted: `${who} deleted ${chat}.`,
    visitor_blocked: `${who} blocked a visitor of${named || " a public chat"}.`,
    visitor_unblocked: `${who} unblocked a visitor of${named || " a public chat"}.`,
    document_deleted: `${who} deleted the document${named} from the library.`,
    collection_deleted: `${who} deleted the collection${named}.`,
    assistant_deleted: `${who} deleted the assistant${named}.`,
    task_deleted: `${who} deleted the template${named}.`,
    task_action_deleted: `${who} deleted the prompt${named}.`,
    prices_changed: `${who} changed the prices of models.`,
    monthly_tokens_changed: details.after
      ? `${who} limited the group to ${Number(details.after).toLocaleString("en")} tokens a month.`
      : `${who} removed the group's monthly token limit.`,
    webhook_made: `${who} created the webhook${address}.`,
    webhook_changed: `${who} changed the webhook${address}.`,
    webhook_secret_changed: `${who} created a new secret for the webhook${address}.`,
    webhook_taken_over: `${who} took over the webhook${address} from ${whom}.`,
    webhook_removed: `${who} deleted the webhook${address}.`,
    webhook_switched_off: `The webhook${address} was turned off after three days of failures.`,
  };
  return sentences[action];
}

/** What the log can be filtered by, in the order of its list. */
export const actionNames: Record<LogEntry["action"], string> = {
  signed_in: "Signed in",
  sign_in_failed: "Sign-in failed",
  signed_out: "Signed out",
  session_ended: "Session ended",
  account_made: "Account created",
  account_exported: "Own data exported",
  password_changed: "Password changed",
  password_reset: "Password reset",
  firebase_linked: "Google account linked",
  api_token_made: "API token created",
  api_token_revoked: "API token revoked",
  group_made: "Group created",
  group_renamed: "Group renamed",
  account_suspended: "Account suspended",
  account_reactivated: "Account reactivated",
  group_suspended: "Group suspended",
  group_reactivated: "Group reactivated",
  operator_tokens_changed: "Installation's token limit changed",
  member_joined: "Member joined",
  member_left: "Member left",
  member_removed: "Member removed",
  role_changed: "Role changed",
  invitation_made: "Invitation created",
  invitation_revoked: "Invitation revoked",
  chat_published: "Chat published",
  chat_unpublished: "Chat unpublished",
  chat_shared: "Chat shared by link",
  chat_share_revoked: "Link to chat revoked",
  chat_exported: "Chat exported",
  chats_exported: "All chats exported",
  chat_cleared: "Chat cleared",
  chat_deleted: "Chat deleted",
  visitor_blocked: "Visitor blocked",
  visitor_unblocked: "Visitor unblocked",
  document_deleted: "Document deleted",
  collection_deleted: "Collection deleted",
  assistant_deleted: "Assistant deleted",
  task_deleted: "Template deleted",
  task_action_deleted: "Prompt deleted",
  model_connected: "Model provider connected",
  model_disconnected: "Model provider disconnected",
  model_sight_changed: "Pictures of a model changed",
  mcp_server_connected: "MCP server connected",
  mcp_server_changed: "MCP server changed",
  mcp_server_removed: "MCP server disconnected",
  mcp_server_attached: "MCP server attached",
  mcp_server_detached: "MCP server detached",
  webhook_made: "Webhook created",
  webhook_changed: "Webhook changed",
  webhook_secret_changed: "Webhook secret changed",
  webhook_taken_over: "Webhook taken over",
  webhook_removed: "Webhook deleted",
  webhook_switched_off: "Webhook turned off",
  prices_changed: "Prices changed",
  monthly_tokens_changed: "Token limit changed",
};
