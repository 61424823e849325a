import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { apiTokens, groups, users } from "./accounts";
import { createdAt, timestamptz } from "./columns";

/** A dynamically registered client (RFC 7591). It is public, so it uses PKCE instead of a secret. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    redirectUris: text("redirect_uris").array().notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (table) => [index("oauth_clients_age").on(table.createdAt)],
);

/**
 * A user's grant of access to a connected app, with its current access token, which is renewed in place. Revoking the
 * token deletes the grant. Refresh tokens are not stored: each is derived from the grant's ID, the token's number and
 * the installation's secret.
 */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    clientId: uuid("client_id")
      .notNull()
      .references(() => oauthClients.id, { onDelete: "cascade" }),
    apiTokenId: integer("api_token_id")
      .notNull()
      .references(() => apiTokens.id, { onDelete: "cascade" }),
    refreshNumber: integer("refresh_number").notNull().default(1),
    createdAt: createdAt(),
    refreshedAt: timestamptz("refreshed_at").notNull().defaultNow(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("oauth_grants_token").on(table.apiTokenId),
    index("oauth_grants_of_client").on(table.clientId),
  ],
);

export const oauthCodes = pgTable(
  "oauth_codes",
  {
    hash: text("hash").primaryKey(),
    clientId: uuid("client_id")
      .notNull()
      .references(() => oauthClients.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    redirectUri: text("redirect_uri").notNull(),
    codeChallenge: text("code_challenge").notNull(),
    /** The resulting grant, which is revoked when the code is reused. */
    grantId: uuid("grant_id").references(() => oauthGrants.id, { onDelete: "cascade" }),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    index("oauth_codes_of_client").on(table.clientId),
    index("oauth_codes_of_user").on(table.userId),
    index("oauth_codes_of_group").on(table.groupId),
    index("oauth_codes_of_grant").on(table.grantId),
    index("oauth_codes_expire").on(table.expiresAt),
  ],
);
