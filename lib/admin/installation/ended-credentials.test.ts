import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { type Answer, client, joined, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

/** Credentials that ended with a suspension or removal stay invalid when the person returns. */
process.env.RATE_LIMIT_PROGRAMS = "60";
const server = await startServer();
config().appUrl = server.url;
afterAll(() => server.close());
const anyone = client(server.url);
const mails = outbox(config().DATA_DIR);
const owner = await person(server.url, "Olga Owner");
const REDIRECT = "http://127.0.0.1:4321/callback";

type Member = Awaited<ReturnType<typeof joined>>;
type Uses = Record<string, () => Promise<Answer>>;

const isOk = ({ status }: { status: number }) => status === 200;
const tokenIn = (link: string) => new URL(link).pathname.split("/").at(-1)!;
const mailedTo = async (email: string, page: string) => tokenIn(linkIn(await mails.next(email), page));

// Obtains an authorization code for a connected app that the member has approved.
async function codeFor({ api, group }: Member) {
  const { client_id } = (await anyone.post("/oauth/register", { redirect_uris: [REDIRECT] })).body;
  const code_verifier = randomBytes(32).toString("base64url");
  const allowed = await api.post("/oauth/authorizations", {
    client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
    decision: "allow",
    group_id: group.id,
  });
  const code = new URL(allowed.body.redirect_to).searchParams.get("code")!;
  return () =>
    anyone.form("/oauth/token", {
      grant_type: "authorization_code",
      code,
      code_verifier,
      client_id,
      redirect_uri: REDIRECT,
    });
}

const signIn = async ({ email }: Pick<Member, "email">) =>
  (await anyone.form("/auth/login", { username: email, password: PASSWORD })).body;
const loginToken = async (member: Pick<Member, "email">) => (await signIn(member)).access_token as string;

// Collects every kind of credential of a member in the owner's group, each with a request that uses it.
async function groupCredentials(member: Member): Promise<Uses> {
  const { api } = member;
  const sessions = (await anyone.as(`Bearer ${await loginToken(member)}`).post("/auth/login/group", [])).body;
  const { refresh_token } = sessions.find((session: Member) => session.group.id === owner.group.id);
  const { token } = (await api.post("/users/me/api-tokens", { name: "ci" })).body;
  const granted = (await (await codeFor(member))()).body;
  const exchange = await codeFor(member);
  const { link } = (await api.post(`/groups/${owner.group.id}/invitations`, {})).body;
  const stranger = await person(server.url, "Sam Stranger");
  const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  return {
    "access token": () => api.get("/chats"),
    "refresh token": () => anyone.post("/auth/refresh", { refresh_token }),
    "API token": () => anyone.as(`Token ${token}`).get("/chats"),
    "program's access token": () => anyone.as(`Bearer ${granted.access_token}`).post("/mcp", listTools),
    "program's refresh token": () =>
      anyone.form("/oauth/token", { grant_type: "refresh_token", refresh_token: granted.refresh_token }),
    "program's code": exchange,
    invitation: () => stranger.api.post("/groups/join", { invitation_token: tokenIn(link) }),
  };
}

// Also includes credentials that are valid in all groups.
async function accountCredentials(member: Member): Promise<Uses> {
  const { email } = member;
  const inGroup = await groupCredentials(member);
  const login = await loginToken(member);
  await anyone.form("/auth/login/email", { email });
  const magic = await mailedTo(email, "/login/magic/");
  await anyone.post("/auth/forgot-password", { email });
  const reset = await mailedTo(email, "/reset-password/");
  return {
    ...inGroup,
    "login token": () => anyone.as(`Bearer ${login}`).post("/auth/login/group", []),
    "mailed link": () => anyone.get(`/auth/verify/magic_token/${magic}`),
    "link for a new password": () =>
      anyone.post("/auth/reset-password", { token: reset, new_password: `${PASSWORD}!` }),
  };
}

async function admin() {
  const member = await joined(server.url, owner, "Anna Admin");
  await owner.api.patch(`/groups/${owner.group.id}/members/${member.user.id}`, { role: "admin" });
  return member;
}
const account = (id: number, action: "suspend" | "reactivate") =>
  owner.api.post(`/installation/accounts/${id}/${action}`);
async function removeAndInvite({ user, email }: Member) {
  await owner.api.del(`/groups/${owner.group.id}/members/${user.id}`);
  const { link } = (await owner.api.post(`/groups/${owner.group.id}/invitations`, { role: "admin" })).body;
  const back = await anyone
    .as(`Bearer ${await loginToken({ email })}`)
    .post("/groups/join", { invitation_token: tokenIn(link) });
  expect(back.status).toBe(200);
}
async function suspendAndReactivate({ user }: Member) {
  await account(user.id, "suspend");
  expect((await account(user.id, "reactivate")).status).toBe(200);
}

async function working(uses: Uses): Promise<string[]> {
  const names: string[] = [];
  for (const [name, use] of Object.entries(uses)) if (isOk(await use())) names.push(name);
  return names;
}
test("all credentials of an active member work", async () => {
  const uses = await accountCredentials(await admin());
  expect(await working(uses)).toEqual(Object.keys(uses));
});

test.each([
  ["suspended and reactivated", accountCredentials, suspendAndReactivate],
  ["removed and invited again", groupCredentials, removeAndInvite],
])(
  "old credentials of a member who was %s do not work, but signing in does",
  async (_, issue, leaveAndReturn) => {
    const member = await admin();
    const uses = await issue(member);
    await leaveAndReturn(member);
    expect(await working(uses)).toEqual([]);
    expect((await signIn(member)).groups.map(({ id }: { id: string }) => id)).toContain(owner.group.id);
  },
);

test("credentials issued during the suspension of an account end when it is reactivated", async () => {
  const member = await admin();
  await account(member.user.id, "suspend");
  // Simulates a request that read the account before the suspension and stored a session afterwards.
  await db().execute(sql`update sessions set ended_at = null where user_id = ${member.user.id}`);
  await account(member.user.id, "reactivate");
  expect((await member.api.get("/chats")).status).toBe(401);
});

test("credentials issued during the removal of a member end when they join again", async () => {
  const member = await admin();
  await owner.api.del(`/groups/${owner.group.id}/members/${member.user.id}`);
  await db().execute(sql`update sessions set ended_at = null where user_id = ${member.user.id}`);
  await removeAndInvite(member);
  expect((await member.api.get("/chats")).status).toBe(401);
});

test("invitations of an admin end when their role changes to member", async () => {
  const member = await admin();
  const { invitation } = await groupCredentials(member);
  const become = (role: string) =>
    owner.api.patch(`/groups/${owner.group.id}/members/${member.user.id}`, { role });
  await become("member");
  await become("admin");
  expect((await invitation!()).status).toBe(404);
});
