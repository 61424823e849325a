import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import type { SendKey, Shortcuts } from "@/lib/identity/users/settings";
import { createdAt, timestamptz } from "./columns";

export const groupRole = pgEnum("group_role", ["owner", "admin", "member"]);

export const users = pgTable(
  "users",
  {
    id: serial("id").primaryKey(),
    /** Stored in lower case. */
    email: text("email").notNull(),
    fullName: text("full_name").notNull(),
    avatarUrl: text("avatar_url"),
    passwordHash: text("password_hash"),
    emailConfirmedAt: timestamptz("email_confirmed_at"),
    disabledAt: timestamptz("disabled_at"),
    firebaseUid: text("firebase_uid"),
    /** Login tokens issued before this time are void. */
    signedOutAt: timestamptz("signed_out_at"),
    isInstallationOwner: boolean("is_installation_owner").notNull().default(false),
    queuesMessages: boolean("queues_messages").notNull().default(true),
    suggestsFollowUps: boolean("suggests_follow_ups").notNull().default(false),
    /** Default of memory in new private chats; null: not chosen yet. */
    usesMemory: boolean("uses_memory"),
    sendKey: text("send_key").$type<SendKey>().notNull().default("enter"),
    /** Keys that differ from the defaults. */
    shortcuts: jsonb("shortcuts").$type<Partial<Shortcuts>>().notNull().default({}),
    language: text("language"),
    lastSeenAt: timestamptz("last_seen_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    uniqueIndex("users_firebase").on(table.firebaseUid),
  ],
);

/** Accounts at OpenID Connect providers that sign in to accounts here. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    /** Id of the account at the issuer (claim `sub`). */
    subject: text("subject").notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex("identities_of_user").on(table.userId, table.issuer),
  ],
);

/** A tenant: all data of its members belongs to exactly one group. */
export const groups = pgTable("groups", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  /** Limit of assistants' tokens per calendar month (UTC); null: unlimited. */
  monthlyTokens: bigint("monthly_tokens", { mode: "number" }),
  /**
   * Like `monthlyTokens`, but only for the operator's models and set by the installation's owner; null: the
   * installation's default.
   */
  operatorMonthlyTokens: bigint("operator_monthly_tokens", { mode: "number" }),
  /** `own`: members create assistants and prompts for themselves only. */
  membersCreate: text("members_create").$type<"nothing" | "own" | "shared">().notNull().default("shared"),
  /** `own`: members add documents and collections to the library for themselves only. */
  membersAddDocuments: text("members_add_documents")
    .$type<"nothing" | "own" | "shared">()
    .notNull()
    .default("shared"),
  /** Vision support by model as set by admins; for other models it is inferred. */
  modelSight: jsonb("model_sight").$type<Record<string, boolean>>().notNull().default({}),
  /** Image generation model (`provider:model`); null: disabled. */
  pictureModel: text("picture_model"),
  /** Ids of models in the order in which they are offered; others follow. */
  modelOrder: jsonb("model_order").$type<string[]>().notNull().default([]),
  /** Used where none is chosen (`provider:model`); null: DEFAULT_MODEL or the first model. */
  defaultModel: text("default_model"),
  suspendedAt: timestamptz("suspended_at"),
  createdAt: createdAt(),
});

export const groupMembers = pgTable(
  "group_members",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: groupRole("role").notNull(),
    mentionName: text("mention_name"),
    joinedAt: timestamptz("joined_at").notNull().defaultNow(),
    /** Models listed first for the member, in the format of `virtualAssistants.model`. */
    favoriteModels: text("favorite_models").array().notNull().default([]),
    firstStepsDoneAt: timestamptz("first_steps_done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.groupId] }),
    index("group_members_of_group").on(table.groupId, table.userId),
    uniqueIndex("group_members_mention").on(table.groupId, table.mentionName),
  ],
);

/**
 * A sign-in of a browser, or a family of refresh tokens. Access tokens refer to their session, so ending the session
 * revokes them.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    isBrowser: boolean("is_browser").notNull(),
    refreshHash: text("refresh_hash"),
    parentHash: text("parent_hash"),
    rotatedAt: timestamptz("rotated_at"),
    userAgent: text("user_agent"),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at").notNull().defaultNow(),
    expiresAt: timestamptz("expires_at").notNull(),
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    index("sessions_of_user").on(table.userId, table.groupId),
    uniqueIndex("sessions_refresh").on(table.refreshHash),
    index("sessions_parent").on(table.parentHash),
  ],
);

/** Refresh tokens that have been replaced; if one is used again, its session ends. */
export const usedRefreshTokens = pgTable("used_refresh_tokens", {
  hash: text("hash").primaryKey(),
  userId: integer("user_id"),
  sessionId: uuid("session_id")
    .notNull()
    .references(() => sessions.id, { onDelete: "cascade" }),
});

export const apiTokens = pgTable(
  "api_tokens",
  {
    id: serial("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    hash: text("hash").notNull(),
    hint: text("hint").notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at"),
    expiresAt: timestamptz("expires_at"),
    revokedAt: timestamptz("revoked_at"),
  },
  (table) => [
    uniqueIndex("api_tokens_hash").on(table.hash),
    index("api_tokens_of_user").on(table.userId, table.groupId),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    email: text("email"),
    role: groupRole("role").notNull(),
    hash: text("hash").notNull(),
    invitedBy: integer("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at").notNull(),
    acceptedAt: timestamptz("accepted_at"),
    revokedAt: timestamptz("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_hash").on(table.hash),
    index("invitations_of_group").on(table.groupId, table.id),
  ],
);

export const auditEntries = pgTable(
  "audit_entries",
  {
    id: serial("id").primaryKey(),
    /** Null for events outside any group, such as a failed sign-in of a user without one. */
    groupId: uuid("group_id").references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    action: text("action").notNull(),
    /** Must not contain secrets. */
    details: jsonb("details").$type<Record<string, string | number | null>>().notNull().default({}),
    address: text("address"),
    createdAt: createdAt(),
  },
  (table) => [
    index("audit_entries_of_group").on(table.groupId, table.id),
    index("audit_entries_of_user").on(table.userId, table.id),
    index("audit_entries_by_action").on(table.groupId, table.action, table.id),
    index("audit_entries_by_person").on(table.groupId, table.userId, table.id),
    index("audit_entries_age").on(table.createdAt),
    index("audit_entries_sign_ins")
      .on(table.userId, table.address, table.createdAt)
      .where(sql`action = 'signed_in'`),
  ],
);

export const pushDevices = pgTable(
  "push_devices",
  {
    id: serial("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text("token").notNull(),
    deviceId: text("device_id"),
    platform: text("platform", { enum: ["web", "android", "ios"] }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("push_devices_token").on(table.token),
    index("push_devices_of_user").on(table.userId),
  ],
);

export const mailedTokens = pgTable(
  "mailed_tokens",
  {
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: ["confirm", "magic", "reset"] }).notNull(),
    email: text("email").notNull(),
    data: jsonb("data").$type<Record<string, string | null>>(),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at").notNull(),
    usedAt: timestamptz("used_at"),
  },
  (table) => [
    index("mailed_tokens_of_email").on(table.email, table.purpose),
    index("mailed_tokens_expiry").on(table.expiresAt),
  ],
);
