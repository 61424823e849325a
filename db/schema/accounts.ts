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
import { createdAt, timestamptz } from "./columns";

export const groupRole = pgEnum("group_role", ["owner", "admin", "member"]);

export const users = pgTable(
  "users",
  {
    id: serial("id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    fullName: text("full_name").notNull(),
    avatarUrl: text("avatar_url"),
    passwordHash: text("password_hash"),
    emailConfirmedAt: timestamptz("email_confirmed_at"),
    /** While it is suspended nobody can use the account. */
    disabledAt: timestamptz("disabled_at"),
    /** The Firebase identity that signs in as this person. */
    firebaseUid: text("firebase_uid"),
    /** Login tokens made before this are void. */
    signedOutAt: timestamptz("signed_out_at"),
    /** The first account of an installation. */
    isInstallationOwner: boolean("is_installation_owner").notNull().default(false),
    /** What they write while a reply is written waits for its end. */
    queuesMessages: boolean("queues_messages").notNull().default(true),
    /** The language that they chose to read in; null for that of the browser. */
    language: text("language"),
    lastSeenAt: timestamptz("last_seen_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    uniqueIndex("users_firebase").on(table.firebaseUid),
  ],
);

/** A tenant: everything that people make belongs to exactly one. */
export const groups = pgTable("groups", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  /** Tokens that its assistants may use in a calendar month (UTC); null for no limit. */
  monthlyTokens: bigint("monthly_tokens", { mode: "number" }),
  /** The same of the operator's models alone, as the installation's owner set it; null for the installation's default. */
  operatorMonthlyTokens: bigint("operator_monthly_tokens", { mode: "number" }),
  /** Models of which its admins have said whether they see pictures; of others it is guessed. */
  modelSight: jsonb("model_sight").$type<Record<string, boolean>>().notNull().default({}),
  /** The model (`provider:model`) that its assistants make pictures with; null: they make none. */
  pictureModel: text("picture_model"),
  /** While it is suspended nobody gets in and nothing is done for it. */
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
    /** The models that are listed first for them, as assistants name them. */
    favoriteModels: text("favorite_models").array().notNull().default([]),
    /** When they put the first steps away, or had done them. */
    firstStepsDoneAt: timestamptz("first_steps_done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.groupId] }),
    index("group_members_of_group").on(table.groupId, table.userId),
    uniqueIndex("group_members_mention").on(table.groupId, table.mentionName),
  ],
);

/**
 * A sign-in: a browser's or a family of refresh tokens. Access tokens name the
 * session they came from, so ending the row ends them all.
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
    /** SHA-256 of the refresh token in use, and of its immediate parent for the grace after a lost answer. */
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

/** Every refresh token that a session has rotated away: using one again ends the session. */
export const usedRefreshTokens = pgTable("used_refresh_tokens", {
  hash: text("hash").primaryKey(),
  /** Of the session. */
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
    /** SHA-256 of the token; the token itself is shown once and kept nowhere. */
    hash: text("hash").notNull(),
    /** The last four characters, to recognise it by. */
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

/** The way into a group for one person (`email`) or for whoever has the link, once or until it expires. */
export const invitations = pgTable(
  "invitations",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    /** Absent: a link for anybody. */
    email: text("email"),
    role: groupRole("role").notNull(),
    /** SHA-256 of the token in its link. */
    hash: text("hash").notNull(),
    invitedBy: integer("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at").notNull(),
    /** An invitation by mail works once. */
    acceptedAt: timestamptz("accepted_at"),
    revokedAt: timestamptz("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_hash").on(table.hash),
    index("invitations_of_group").on(table.groupId, table.id),
  ],
);

/** Sign-ins and changes of roles, members and tokens; kept for a year. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: serial("id").primaryKey(),
    /** Absent for what concerns no group, such as a failed sign-in of somebody who is in none. */
    groupId: uuid("group_id").references(() => groups.id, { onDelete: "cascade" }),
    /** Who did it, as far as that is known. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    action: text("action").notNull(),
    /** What it was done to and how: never a secret. */
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

/** Where a person's phones and browsers are reached by Firebase Cloud Messaging. */
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

/** What a mailed link stands for: hashed, once, until it expires. */
export const mailedTokens = pgTable(
  "mailed_tokens",
  {
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: ["confirm", "magic", "reset"] }).notNull(),
    email: text("email").notNull(),
    /** For `confirm`: what the account is made from. */
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
