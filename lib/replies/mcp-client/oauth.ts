import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  auth,
  discoverOAuthServerInfo,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import { transaction } from "@/db/transaction";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import * as queries from "./queries";
import { type Challenge, createFetch, type SignIn } from "./transports";

// Authorization for MCP servers: OAuth 2.1 with PKCE and dynamic client registration (RFC 7591), as the MCP
// specification requires, using the official SDK.

const SIGN_IN_TIMEOUT_MS = 30 * 60_000;
const TIMEOUT_MS = 20_000;
const MAX_STORE_DELAY_MS = 1000;

type Grant = {
  challenge?: Challenge;
  client?: OAuthClientInformationMixed;
  tokens?: OAuthTokens;
  discovery?: OAuthDiscoveryState;
  pending?: { nonce: string; userId: number; until: number; verifier?: string };
};

function decryptGrant({ encryptedOauth }: Pick<queries.ServerRow, "encryptedOauth">): Grant {
  const text = encryptedOauth === null ? undefined : unseal("tool sign-ins", encryptedOauth);
  return text === undefined ? {} : (JSON.parse(text) as Grant);
}

export function getSignInState(row: Pick<queries.ServerRow, "encryptedOauth">): "none" | "wanted" | "done" {
  const { challenge, tokens } = decryptGrant(row);
  return challenge ? "wanted" : tokens ? "done" : "none";
}

/** Returns the origin, because the rest of a URL may contain secrets. A command is returned as is. */
export const getOrigin = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

// Reads a server again. Returns undefined when it was deleted or moved to another origin, because credentials of one
// origin must not be used for another.
async function findAtSameOrigin(
  before: queries.ServerRow,
  find = queries.findServer,
): Promise<queries.ServerRow | undefined> {
  const row = await find(before);
  return row && getOrigin(row.url) === getOrigin(before.url) ? row : undefined;
}

const redirectUri = () => `${config().appUrl}/settings/tools/signed-in`;

// State of the SDK's OAuth flow. `forWhat` is "use" when nobody is present to sign in.
class Provider implements OAuthClientProvider {
  page: URL | undefined;
  readonly redirectUrl = redirectUri();
  private grant: Grant;

  constructor(
    private readonly row: queries.ServerRow,
    private readonly forWhat: "use" | "sign-in",
    private readonly stateText = "",
  ) {
    this.grant = decryptGrant(row);
  }

  get clientMetadata(): OAuthClientMetadata {
    const known = this.grant.discovery?.authorizationServerMetadata?.token_endpoint_auth_methods_supported;
    const method = ["client_secret_post", "client_secret_basic", "none"].find((name) =>
      known?.includes(name),
    );
    return {
      client_name: "Parley",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: method ?? "client_secret_basic",
    };
  }

  /** Updates only the fields in `change`, because concurrent requests may have changed others. */
  async keep(change: Partial<Grant> | ((stored: Grant) => Partial<Grant>)): Promise<void> {
    await transaction(async () => {
      const row = await findAtSameOrigin(this.row, queries.lockServer);
      const stored = row ? decryptGrant(row) : {};
      const changed = typeof change === "function" ? change(stored) : change;
      this.grant = { ...this.grant, ...changed };
      if (!row) return;
      const { groupId, id } = row;
      const encryptedOauth = seal("tool sign-ins", JSON.stringify({ ...stored, ...changed }));
      await queries.updateOauth({ groupId, id, encryptedOauth });
    });
  }
  private async readAgain(): Promise<void> {
    const now = await findAtSameOrigin(this.row);
    this.grant = now ? decryptGrant(now) : {};
  }

  state = () => this.stateText;
  clientInformation = () => this.grant.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => this.keep({ client });
  discoveryState = () => this.grant.discovery;
  saveDiscoveryState = (discovery: OAuthDiscoveryState) => this.keep({ discovery });
  codeVerifier = () => this.grant.pending?.verifier ?? "";
  saveTokens = (tokens: OAuthTokens) => this.keep({ tokens, challenge: undefined, pending: undefined });

  async tokens(): Promise<OAuthTokens | undefined> {
    if (this.forWhat === "sign-in") return undefined;
    await this.readAgain();
    return this.grant.tokens;
  }

  async saveCodeVerifier(verifier: string): Promise<void> {
    const { pending } = this.grant;
    if (this.forWhat === "sign-in" && pending) await this.keep({ pending: { ...pending, verifier } });
  }

  redirectToAuthorization(page: URL): void {
    this.page = page;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    const used = this.grant.tokens?.refresh_token;
    // Another process may have used the refresh token and be about to store new tokens.
    if (scope === "tokens") await wait(MAX_STORE_DELAY_MS);
    await this.readAgain();
    await this.keep(({ tokens, challenge = {} }) => {
      if (scope === "tokens" && tokens?.refresh_token !== used) return {};
      return {
        ...(["all", "client"].includes(scope) && { client: undefined }),
        ...(["all", "tokens"].includes(scope) && { tokens: undefined, ...(tokens && { challenge }) }),
        ...(["all", "discovery"].includes(scope) && { discovery: undefined }),
      };
    });
  }
}

// Serializes renewals per server, because refresh tokens are rotated on use.
const renewing = createOnce(() => new Map<number, Promise<string | undefined>>());

export function findSignIn(row: queries.ServerRow): SignIn | undefined {
  const { tokens } = decryptGrant(row);
  if (!tokens) return undefined;
  let token: string | undefined = tokens.access_token;
  return {
    token: async () => token,
    renewed: async (used) => {
      const under = renewing().get(row.id) ?? renew(row, used).finally(() => renewing().delete(row.id));
      renewing().set(row.id, under);
      token = await under;
      return token === used ? undefined : token;
    },
  };
}

async function renew(before: queries.ServerRow, used: string): Promise<string | undefined> {
  const row = await findAtSameOrigin(before);
  const known = row && decryptGrant(row).tokens?.access_token;
  if (!row || known !== used) return known;
  try {
    const result = await auth(new Provider(row, "use"), { serverUrl: row.url, fetchFn });
    const now = result === "AUTHORIZED" ? await findAtSameOrigin(row) : undefined;
    return now && decryptGrant(now).tokens?.access_token;
  } catch (error) {
    log.warn({ err: error, server: row.id }, "the sign-in to an MCP server could not be renewed");
    return undefined;
  }
}

const fetchFn = createFetch(TIMEOUT_MS);

/** Records that a server requires a sign-in, if it has OAuth metadata. */
export async function recordChallenge(row: queries.ServerRow, challenge: Challenge): Promise<boolean> {
  const { resourceMetadataUrl } = challenge;
  const found = await discoverOAuthServerInfo(row.url, {
    resourceMetadataUrl: resourceMetadataUrl === undefined ? undefined : new URL(resourceMetadataUrl),
    fetchFn,
  }).catch(() => undefined);
  if (!found?.authorizationServerMetadata) return false;
  await new Provider(row, "use").keep({ challenge });
  return true;
}

type SignInState = { server: number; group: string; user: number; nonce: string };

/**
 * Starts a sign-in.
 * @returns the authorization URL
 * @throws the SDK's errors for a server without OAuth support
 */
export async function start(row: queries.ServerRow, userId: number): Promise<string> {
  const nonce = randomUUID();
  const state: SignInState = { server: row.id, group: row.groupId, user: userId, nonce };
  const sealed = Buffer.from(seal("tool sign-ins", JSON.stringify(state)), "base64").toString("base64url");
  const provider = new Provider(row, "sign-in", sealed);
  const { challenge } = decryptGrant(row);
  await provider.keep({
    discovery: undefined,
    pending: { nonce, userId, until: clock.now() + SIGN_IN_TIMEOUT_MS },
  });
  await auth(provider, {
    serverUrl: row.url,
    scope: challenge?.scope,
    resourceMetadataUrl:
      challenge?.resourceMetadataUrl === undefined ? undefined : new URL(challenge.resourceMetadataUrl),
    fetchFn,
  });
  const { page } = provider;
  if (!page || !/^https?:$/.test(page.protocol)) throw new Error("The server names no page to sign in at.");
  return page.href;
}

/** Decrypts a `state` parameter. Returns undefined when it was not issued here. */
export function decryptState(state: string): SignInState | undefined {
  const text = unseal("tool sign-ins", Buffer.from(state, "base64url").toString("base64"));
  return text === undefined ? undefined : (JSON.parse(text) as SignInState);
}

/**
 * Exchanges the authorization code for tokens.
 * @returns false when the sign-in has expired or is unknown
 */
export async function finish(
  row: queries.ServerRow,
  { nonce, user }: SignInState,
  code: string,
): Promise<boolean> {
  const { pending } = decryptGrant(row);
  if (!pending || pending.nonce !== nonce || pending.userId !== user || pending.until < clock.now())
    return false;
  const provider = new Provider(row, "sign-in");
  const result = await auth(provider, { serverUrl: row.url, authorizationCode: code, fetchFn });
  return result === "AUTHORIZED";
}
