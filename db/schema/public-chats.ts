import { sql } from "drizzle-orm";
import {
  bigint,
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

/** A chat's publication. Null columns fall back to the values of the chat, its assistant or the installation. */
export const publications = pgTable("publications", {
  chatId: integer("chat_id")
    .primaryKey()
    .references(() => chats.id, { onDelete: "cascade" }),
  title: text("title"),
  avatar: text("avatar"),
  greeting: text("greeting"),
  suggestedQuestions: text("suggested_questions").array(),
  footer: text("footer"),
  appearance: jsonb("appearance").$type<Record<string, string>>().notNull().default({}),
  hours: jsonb("hours").$type<OfficeHours>(),
  offlineText: text("offline_text"),
  handover: jsonb("handover").$type<HandoverRules>().notNull().default({}),
  opensFiles: boolean("opens_files").notNull().default(false),
  encryptedIdentitySecret: text("encrypted_identity_secret"),
  messagesPerVisitor: integer("messages_per_visitor"),
  challenge: text("challenge", { enum: ["never", "flooded", "always"] })
    .notNull()
    .default("flooded"),
  isListed: boolean("is_listed").notNull().default(false),
});

/** Office hours per weekday, Monday first: minutes since midnight in a time zone (IANA). */
export type OfficeHours = { timeZone: string; days: { from: number; to: number }[][] };
export type HandoverRules = { onRequest?: boolean; whenUnknown?: boolean; words?: string[] };

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

export const knownVisitors = pgTable(
  "known_visitors",
  {
    id: serial("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
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
 * A visitor's session in a public chat. The visitor's first message creates a conversation: a child of the public chat,
 * whose members are the staff.
 */
export const publicSessions = pgTable(
  "public_sessions",
  {
    id: serial("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    conversationId: integer("conversation_id").references(() => chats.id, { onDelete: "cascade" }),
    /** SHA-256 of the session ID, which is not stored. */
    hash: text("hash").notNull(),
    /** Hash of the session that left this conversation and can still read it until the session ends. */
    leftBy: text("left_by"),
    /** The chat's `publicEpoch` at the start: unpublishing a chat invalidates all its sessions. */
    epoch: integer("epoch").notNull(),
    /** SHA-256 of the token with which the visitor's frame proves that it started the conversation. */
    markerHash: text("marker_hash"),
    page: text("page"),
    language: text("language"),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at").notNull().defaultNow(),
    blockedAt: timestamptz("blocked_at"),
    takenOverAt: timestamptz("taken_over_at"),
    takenOverBy: integer("taken_over_by").references(() => users.id, { onDelete: "set null" }),
    knownVisitorId: integer("known_visitor_id").references(() => knownVisitors.id, { onDelete: "set null" }),
    claimedName: text("claimed_name"),
    claimedEmail: text("claimed_email"),
    /** Keyed hash of the client address; null for addresses shared by many. */
    addressHash: text("address_hash"),
    browser: text("browser"),
    assignedTo: integer("assigned_to").references(() => users.id, { onDelete: "set null" }),
    closedAt: timestamptz("closed_at"),
    snoozedUntil: timestamptz("snoozed_until"),
    /**
     * Time at which the assistant called the team; null once the wait has ended, while reason and message remain for
     * reports.
     */
    waitingSince: timestamptz("waiting_since"),
    handoverReason: handoverReason("handover_reason"),
    handoverMessageId: bigint("handover_message_id", { mode: "number" }).references(() => messages.id, {
      onDelete: "set null",
    }),
    /**
     * SHA-256 of the session and the e-mail address of the last transcript request; `mailedAt` is the request's time.
     */
    mailedToHash: text("mailed_to_hash"),
    mailedAt: timestamptz("mailed_at"),
    email: text("email"),
    seenAt: timestamptz("seen_at"),
    mailedMessageId: bigint("mailed_message_id", { mode: "number" }),
    rating: integer("rating"),
    ratingComment: text("rating_comment"),
    ratedAt: timestamptz("rated_at"),
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

/** Additional session IDs of a visitor, which the server issues in exchange for links in mails. */
export const publicSessionKeys = pgTable(
  "public_session_keys",
  {
    hash: text("hash").primaryKey(),
    sessionId: integer("session_id")
      .notNull()
      .references(() => publicSessions.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("public_session_keys_of_session").on(table.sessionId, table.createdAt)],
);

export const publicUsage = pgTable(
  "public_usage",
  {
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    conversations: integer("conversations").notNull().default(0),
    messages: integer("messages").notNull().default(0),
    unanswered: integer("unanswered").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.day] })],
);

export const replyRatings = pgTable(
  "reply_ratings",
  {
    messageId: bigint("message_id", { mode: "number" })
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
