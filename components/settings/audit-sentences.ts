import type { LogEntry } from "./members-data";

const roles: Record<string, string> = { owner: "an owner", admin: "an admin", member: "a member" };
const ways: Record<string, string> = { magic: " by a link in a mail", firebase: " with Firebase" };

/** What an entry tells, in words. */
export function sentenceOf({ action, user, subject, details }: LogEntry): string {
  const who = user?.full_name ?? "Somebody";
  const whom = subject?.full_name ?? "somebody whose account is gone";
  const text = (name: string) => String(details[name] ?? "");
  const named = details.name ? ` “${text("name")}”` : "";
  const invitation = details.email ? `the invitation of ${text("email")}` : "an invitation link";
  const asRole = details.role ? ` as ${roles[text("role")] ?? text("role")}` : "";
  const provider = details.provider ? ` (${text("provider")})` : "";
  const address = details.url ? ` to ${text("url")}` : "";
  const sentences: Record<LogEntry["action"], string> = {
    signed_in: `${who} signed in${ways[text("method")] ?? ""}.`,
    sign_in_failed: `An attempt to sign in as ${user?.full_name ?? "somebody"} failed.`,
    signed_out: `${who} signed out.`,
    account_made: `${who} made an account.`,
    password_changed: `${who} changed their password.`,
    password_reset: `${who} set a new password by mail.`,
    firebase_linked: `${who} linked a Firebase identity.`,
    api_token_made: `${who} made the API token${named}.`,
    api_token_revoked: `${who} revoked the API token${named}.`,
    session_ended: `${who} ended a session.`,
    group_made: `${who} made the group.`,
    group_renamed: `${who} renamed the group from “${text("before")}” to “${text("after")}”.`,
    member_joined: `${who} joined${asRole}.`,
    member_removed: `${who} removed ${whom}.`,
    member_left: `${who} left the group.`,
    role_changed: `${who} made ${subject && subject.id === user?.id ? "themselves" : whom} ${roles[text("after")] ?? text("after")}.`,
    invitation_made: details.email
      ? `${who} invited ${text("email")}${asRole}.`
      : `${who} made an invitation link for ${details.role === "admin" ? "admins" : "members"}.`,
    invitation_revoked: `${who} revoked ${invitation}.`,
    model_connected: `${who} connected a model provider${provider}.`,
    model_disconnected: `${who} disconnected a model provider${provider}.`,
    mcp_server_connected: `${who} connected the MCP server${named}${address}.`,
    mcp_server_changed: `${who} changed the MCP server${named}.`,
    mcp_server_removed: `${who} disconnected the MCP server${named}.`,
    mcp_server_attached: `${who} let an assistant use the MCP server${named}.`,
    mcp_server_detached: `${who} took the MCP server${named} from an assistant.`,
    chat_published: `${who} made the chat${named} public.`,
    chat_unpublished: `${who} took the chat${named} off the public.`,
    visitor_blocked: `${who} blocked a visitor of${named || " a public chat"}.`,
    visitor_unblocked: `${who} let a visitor of${named || " a public chat"} go on.`,
    document_deleted: `${who} deleted the document${named} from the library.`,
    collection_deleted: `${who} deleted the collection${named}.`,
    monthly_tokens_changed: details.after
      ? `${who} limited the group to ${Number(details.after).toLocaleString("en")} tokens a month.`
      : `${who} took away the limit of the group's monthly tokens.`,
    webhook_made: `${who} made the webhook${address}.`,
    webhook_changed: `${who} changed the webhook${address}.`,
    webhook_secret_changed: `${who} made a new secret for the webhook${address}.`,
    webhook_removed: `${who} removed the webhook${address}.`,
    webhook_switched_off: `The webhook${address} was switched off after three days of failures.`,
  };
  return sentences[action];
}
