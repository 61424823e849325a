import type { Role, Viewer } from "@/lib/api/actor";
import { forbidden } from "@/lib/platform/errors";

// Permissions of all actions. Visibility is checked earlier, by a membership condition in every query, and
// results in 404. A rule permits an action on a visible resource if any of its conditions holds; otherwise the
// caller gets 403 with the rule's message.
type Rule = {
  group?: Role;
  chat?: Role;
  author?: true;
  says: string;
};

const rules = {
  "group.change": { group: "owner", says: "Only owners may change the group." },
  "members.manage": { group: "admin", says: "Only owners and admins may manage members." },
  "owners.manage": { group: "owner", says: "Only an owner may add, change or remove owners." },
  "invitations.manage": { group: "admin", says: "Only owners and admins may invite people." },
  "audit.read": { group: "admin", says: "Only owners and admins may read the audit log." },
  "models.connect": { group: "admin", says: "Only owners and admins of the group may connect models." },
  "tools.connect": { group: "admin", says: "Only owners and admins of the group may connect MCP servers." },
  "web.allow": {
    group: "admin",
    says: "Only owners and admins of the group may change how assistants use the web.",
  },
  "assistants.change": { group: "admin", says: "Only owners and admins of the group may change assistants." },
  "assistant.edit": {
    group: "admin",
    author: true,
    says: "Only the creator of an assistant, people chosen to edit it, and owners and admins of the group may change it.",
  },
  "shared-things.manage": {
    group: "admin",
    says: "Only owners and admins of the group may manage what members have shared.",
  },
  "assistant.manage": {
    group: "admin",
    author: true,
    says: "Only the creator of an assistant, or an owner or admin of the group, may share or delete it.",
  },
  "chat.change": { chat: "admin", says: "Only owners and admins of the chat may do this." },
  "chat.share-with-anyone": {
    chat: "admin",
    says: "Only owners and admins of the chat may share it with people who don't sign in.",
  },
  "chat-share.revoke": {
    author: true,
    chat: "admin",
    says: "Only the creator of a link, or an owner or admin of the chat, may revoke it.",
  },
  "chat.owners": { chat: "owner", says: "Only an owner of the chat may add, change or remove its owners." },
  "workspace.change": {
    group: "admin",
    author: true,
    says: "Only the creator of a workspace, or an owner or admin of the group, may change it.",
  },
  "task.change": {
    author: true,
    group: "admin",
    says: "Only the creator of a task, or an owner or admin of the group, may change it.",
  },
  "task-action.change": {
    author: true,
    group: "admin",
    says: "Only the creator of a prompt, or an owner or admin of the group, may change it.",
  },
  "task-actions.order": {
    group: "admin",
    says: "Only owners and admins of the group may order prompts.",
  },
  "document.change": {
    author: true,
    chat: "admin",
    says: "Only the person who added a document, or an owner or admin of the chat, may change it.",
  },
  "library.change": {
    author: true,
    group: "admin",
    says: "Only the person who added a document, or an owner or admin of the group, may change it.",
  },
  "collection.change": {
    author: true,
    group: "admin",
    says: "Only the creator of a collection, or an owner or admin of the group, may change it or its contents.",
  },
  "job.change": {
    author: true,
    says: "Only the creator of a job may change or run it: it writes in their name.",
  },
  "job.stop": {
    author: true,
    chat: "admin",
    says: "Only the creator of a job, or an owner or admin of the chat, may pause or delete it.",
  },
  "usage.read": { group: "admin", says: "Only owners and admins of the group may see its usage." },
  "usage.price": { group: "admin", says: "Only owners and admins of the group may see and set prices." },
  "webhooks.manage": { group: "admin", says: "Only owners and admins of the group may manage webhooks." },
  "webhook.change": {
    author: true,
    says: "Only the creator of a webhook may change its address and events. Create a new secret first to take it over.",
  },
  "approval.decide": { author: true, says: "Only the person who asked the assistant may decide this." },
  "note.delete": { author: true, says: "Only its author may delete a note." },
  "saved-reply.change": {
    author: true,
    group: "admin",
    says: "Only the creator of a saved reply, or an owner or admin of the group, may change it.",
  },
  "message.change": { author: true, says: "Only its author may change a message." },
  "reply.change": {
    chat: "admin",
    says: "Only an owner or admin of the chat may change a reply.",
  },
  "message.delete": {
    author: true,
    chat: "admin",
    says: "Only its author, or an owner or admin of the chat, may delete a message.",
  },
} satisfies Record<string, Rule>;
export type AccessAction = keyof typeof rules;

const RANKS: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export type Relation = { chatRole?: Role; isAuthor?: boolean };

export function can(
  { group }: Pick<Viewer, "group">,
  action: AccessAction,
  relation: Relation = {},
): boolean {
  const rule: Rule = rules[action];
  const reaches = (least: Role | undefined, role: Role | undefined) =>
    least !== undefined && role !== undefined && RANKS[role] >= RANKS[least];
  return (
    reaches(rule.group, group.role) ||
    reaches(rule.chat, relation.chatRole) ||
    (rule.author === true && relation.isAuthor === true)
  );
}

/** @throws AppError forbidden with the rule's message when the action is not permitted */
export function authorize(viewer: Pick<Viewer, "group">, action: AccessAction, relation?: Relation): void {
  if (!can(viewer, action, relation)) throw forbidden(rules[action].says);
}
