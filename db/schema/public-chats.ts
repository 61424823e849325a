import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";
import { collections, documents } from "./documents";
import { messages } from "./messages";

/** How a chat is published. What is null is what the chat, its assistant or the installation say. */
export const publications = pgTable("publications", {
  chatId: integer("chat_id")
    .primaryKey()
    .references(() => chats.id, { onDelete: "cascade" }),
  title: text("title"),
  /** Of who answers: an emoji, or the address of a picture. */
  avatar: text("avatar"),
  greeting: text("greeting"),
  suggestedQuestions: text("suggested_questions").array(),
  footer: text("footer"),
  /** Colours, theme, language and the launcher, by the names of the page's parameters. */
  appearance: jsonb("appearance").$type<Record<string, string>>().notNull().default({}),
  /** When the team answers; null: always. */
  hours: jsonb("hours").$type<OfficeHours>(),
  /** What visitors read outside of these hours. */
  offlineText: text("offline_text"),
  /** When the assistant calls the team. */
  handover: jsonb("handover").$type<HandoverRules>().notNull().default({}),
  /** Visitors may open the files that answers cite, not only the passages. */
  opensFiles: boolean("opens_files").notNull().default(false),
  /** With which the site signs who its visitors are; sealed. */
  encryptedIdentitySecret: text("encrypted_identity_secret"),
  /** Messages of one visitor in a day (UTC); null: as the installation says. */
  messagesPerVisitor: integer("messages_per_visitor"),
  /** Whether visitors' browsers have to work before they write. */
  challenge: text("challenge", { enum: ["never", "flooded", "always"] })
    .notNull()
    .default("flooded"),
  /** Search engines may list the page. */
  isListed: boolean("is_listed").notNull().default(false),
});

/** In which hours of the week the team answers: minutes since midnight in a time zone (IANA), Monday first. */
export type OfficeHours = { timeZone: string; days: { from: number; to: number }[][] };
/** `words`: a message with one of them goes to the team. */
export type HandoverRules = { onRequest?: boolean; whenUnknown?: boolean; words?: string[] };

/** A document or collection that visitors' answers may draw on. */
export const publicKnowledge = pgTable(
  "public_knowledge",
  {
    id: serial("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    collectionId: integer("collection_id").references(() => collections.id, { onDelete: "cascade" }),
  },
  (table) => [
    check("public_knowledge_is_one", sql`num_nonnulls(${table.documentId}, ${table.collectionId}) = 1`),
    uniqueIndex("public_knowledge_document").on(table.chatId, table.documentId),
    uniqueIndex("public_knowledge_collection").on(table.chatId, table.collectionId),
    index("public_knowledge_of_document").on(table.documentId),
    index("public_knowledge_of_collection").on(table.collectionId),
  ],
);

/** A visitor whom the embedding site has signed in: the same one on every device. */
export const knownVisitors = pgTable(
  "known_visitors",
  {
    id: serial("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** Who that is to the site. */
    externalId: text("external_id").notNull(),
    name: text("name"),
    email: text("email"),
    searchText: text("search_text").generatedAlwaysAs(
      sql`fold(external_id) || chr(1) || coalesce(fold(name), '') || chr(1) || coalesce(fold(email), '')`,
    ),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("known_visitors_external").on(table.chatId, table.externalId),
    index("known_visitors_search").using("gin", sql`search_text gin_trgm_ops`),
  ],
);

export const handoverReason = pgEnum("handover_reason", ["requested", "unknown", "rule"]);

/**
 * A visitor of a public chat. What they say is a chat of its own under the
 * public one, made with their first message, whose members are the staff.
 */
export const publicSessions = pgTable(
  "public_sessions",
  {
    id: serial("id").primaryKey(),
    /** The public chat. */
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** The visitor's own chat; null until they have written. */
    conversationId: integer("conversation_id").references(() => chats.id, { onDelete: "cascade" }),
    /** SHA-256 of the session id, which is kept nowhere. */
    hash: text("hash").notNull(),
    /** Of a conversation that its visitor has left: the hash of the session that left it, and reads it while it lasts. */
    leftBy: text("left_by"),
    /** `publicEpoch` of the chat when it began: taking a chat off the public ends all its sessions at once. */
    epoch: integer("epoch").notNull(),
    /** SHA-256 of what the visitor's frame keeps to show that it began the conversation. */
    markerHash: text("marker_hash"),
    /** The page that embeds the chat, without its query, and the visitor's language. */
    page: text("page"),
    language: text("language"),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at").notNull().defaultNow(),
    blockedAt: timestamptz("blocked_at"),
    /** The assistant keeps silent since, because staff answer. */
    takenOverAt: timestamptz("taken_over_at"),
    takenOverBy: integer("taken_over_by").references(() => users.id, { onDelete: "set null" }),
    knownVisitorId: integer("known_visitor_id").references(() => knownVisitors.id, { onDelete: "set null" }),
    /** Who the embedding page says that the visitor is, without its site's signature. */
    claimedName: text("claimed_name"),
    claimedEmail: text("claimed_email"),
    /** Where the session began from, as a keyed hash; null where many share an address. */
    addressHash: text("address_hash"),
    /** The program that the visitor reads with, such as "Firefox on Windows". */
    browser: text("browser"),
    assignedTo: integer("assigned_to").references(() => users.id, { onDelete: "set null" }),
    closedAt: timestamptz("closed_at"),
    /** It is nobody's business until then, or until the visitor writes. */
    snoozedUntil: timestamptz("snoozed_until"),
    /** The assistant called the team then, why, and with which message; null once somebody has answered. */
    waitingSince: timestamptz("waiting_since"),
    handoverReason: handoverReason("handover_reason"),
    handoverMessageId: integer("handover_message_id").references(() => messages.id, { onDelete: "set null" }),
    /** SHA-256 of the session and the address that the visitor last wanted the conversation mailed to, and when. */
    mailedToHash: text("mailed_to_hash"),
    mailedAt: timestamptz("mailed_at"),
    /** Where answers are mailed that come when the visitor is away. */
    email: text("email"),
    /** While there is an address: when the visitor was last seen to have the conversation open. */
    seenAt: timestamptz("seen_at"),
    /** The newest answer that was mailed. */
    mailedMessageId: integer("mailed_message_id"),
    /** 1 to 5, with a sentence. */
    rating: integer("rating"),
    ratingComment: text("rating_comment"),
    ratedAt: timestamptz("rated_at"),
    /** What the inbox finds it by, besides what was said. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`coalesce(fold(page), '') || chr(1) || coalesce(fold(email), '') || chr(1) || coalesce(fold(claimed_name), '') || chr(1) || coalesce(fold(claimed_email), '')`,
    ),
  },
  (table) => [
    index("public_sessions_known").on(table.knownVisitorId),
    index("public_sessions_blocked_address")
      .on(table.chatId, table.addressHash)
      .where(sql`blocked_at is not null`),
    index("public_sessions_assigned").on(table.assignedTo).where(sql`closed_at is null`),
    index("public_sessions_waiting")
      .on(table.chatId, table.waitingSince)
      .where(sql`waiting_since is not null`),
    index("public_sessions_closed").on(table.chatId, table.closedAt).where(sql`closed_at is not null`),
    index("public_sessions_snoozed").on(table.snoozedUntil).where(sql`snoozed_until is not null`),
    uniqueIndex("public_sessions_hash").on(table.hash),
    index("public_sessions_left").on(table.leftBy, table.id).where(sql`left_by is not null`),
    uniqueIndex("public_sessions_conversation").on(table.conversationId),
    index("public_sessions_of_chat").on(table.chatId, table.id),
    index("public_sessions_age").on(table.lastUsedAt),
    index("public_sessions_search").using("gin", sql`search_text gin_trgm_ops`),
    index("public_sessions_email").on(table.chatId, table.email).where(sql`email is not null`),
  ],
);

/** What else opens a visitor's session: an id that a link in a mail was exchanged for. */
export const publicSessionKeys = pgTable(
  "public_session_keys",
  {
    /** SHA-256 of the id, which is kept nowhere. */
    hash: text("hash").primaryKey(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => publicSessions.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("public_session_keys_of_session").on(table.sessionId, table.createdAt)],
);

/** What a public chat was used for on a day (UTC). */
export const publicUsage = pgTable(
  "public_usage",
  {
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    conversations: integer("conversations").notNull().default(0),
    messages: integer("messages").notNull().default(0),
    /** Messages that no reply came to. */
    unanswered: integer("unanswered").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.day] })],
);

/** What visitors think of a reply. */
export const replyRatings = pgTable(
  "reply_ratings",
  {
    messageId: integer("message_id")
      .primaryKey()
      .references(() => messages.id, { onDelete: "cascade" }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => publicSessions.id, { onDelete: "cascade" }),
    isGood: boolean("is_good").notNull(),
    comment: text("comment"),
    createdAt: createdAt(),
  },
  (table) => [index("reply_ratings_of_session").on(table.sessionId)],
);

/** What the team writes about a conversation, which its visitor never sees. */
export const conversationNotes = pgTable(
  "conversation_notes",
  {
    id: serial("id").primaryKey(),
    conversationId: integer("conversation_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("conversation_notes_of_chat").on(table.conversationId, table.id)],
);

/** A text that people of a group answer visitors with again and again. */
export const savedReplies = pgTable(
  "saved_replies",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    text: text("text").notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("saved_replies_name").on(table.groupId, table.name)],
);
