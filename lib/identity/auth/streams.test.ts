import { eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { apiTokens, sessions, users } from "@/db/schema/accounts";
import { signInBrowser } from "@/test/browser";
import { client, PASSWORD, person } from "@/test/client";
import { suspend } from "@/test/colleague";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startReply } from "@/test/replies";
import { startServerWithModel } from "@/test/server-with-model";
import { findSessionByCookie } from "./browser-cookie";
import { lifetimes } from "./tokens";

/** Revoking a credential ends its open streams within a second, and no others. */
const { server } = await startServerWithModel();
const anyone = client(server.url);
const mails = outbox(process.env.DATA_DIR!);
const host = await person(server.url, "Hugo Host");
const assistant = (await host.api.get("/virtual-assistants")).body[0];

type Headers = Record<string, string>;
const KINDS = ["access token", "browser", "API token", "login token"] as const;
type Kind = (typeof KINDS)[number];

// Creates a user who is only in the host's group, with a credential of each kind and a second session that performs the
// actions.
async function guest() {
  const { link } = (await host.api.post(`/groups/${host.group.id}/invitations`, {})).body;
  const email = `guest.${crypto.randomUUID()}@example.test`;
  const invitation_token = link.split("/").at(-1);
  const given = { email, password: PASSWORD, full_name: "Gwen Guest", invitation_token };
  expect((await anyone.post("/auth/register", given)).status).toBe(200);
  const login = (await anyone.form("/auth/login", { username: email, password: PASSWORD })).body;
  const session = async () => {
    const [{ access_token }] = (
      await client(server.url, `Bearer ${login.access_token}`).post("/auth/login/group", [])
    ).body;
    return `Bearer ${access_token}`;
  };
  const acting = client(server.url, await session());
  const { token, id: tokenId } = (await acting.post("/users/me/api-tokens", { name: "ci" })).body;
  const cookie = await signInBrowser(email);
  const sid = (await findSessionByCookie(cookie.slice(cookie.indexOf("=") + 1)))!;
  const access = await session();
  const ways: Record<Kind, Headers> = {
    "access token": { authorization: access },
    browser: { cookie, "sec-fetch-site": "same-origin" },
    "API token": { authorization: `Token ${token}` },
    "login token": { authorization: `Bearer ${login.access_token}` },
  };
  return { email, id: login.user.id as number, acting, sid, tokenId: tokenId as number, ways };
}
type Guest = Awaited<ReturnType<typeof guest>>;

// Opens a streamed response.
async function open(path: string, headers: Headers, body?: object) {
  const stop = new AbortController();
  const state = { text: "", isOver: false, wake: () => {} };
  const response = fetch(`${server.url}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: { accept: "text/event-stream", "content-type": "application/json", ...headers },
    body: body && JSON.stringify(body),
    signal: stop.signal,
  });
  const reading = (async () => {
    const answer = await response;
    if (answer.status !== 200) return;
    for await (const bytes of answer.body!) {
      state.text += Buffer.from(bytes).toString();
      state.wake();
    }
  })()
    // The test or the server closed the stream; both end the response.
    .catch(() => undefined)
    .finally(() => {
      state.isOver = true;
      state.wake();
    });
  // Waits for a number of further chunks.
  const more = async (pieces: number) => {
    const wanted = state.text.split("\n\n").length + pieces;
    while (state.text.split("\n\n").length < wanted) {
      if (state.isOver) throw new Error(`The answer of ${path} ended: ${state.text.slice(-200)}`);
      await new Promise<void>((resolve) => {
        state.wake = resolve;
      });
    }
  };
  return {
    path,
    reading,
    more,
    text: () => state.text,
    isOver: () => state.isOver,
    close: () => stop.abort(),
  };
}

// A reply that takes a minute.
const SLOW = "[[fake tokens=600 delay=100]]";
// More chunks than arrive between two checks of a credential.
const A_WHILE = 8;

// Opens every kind of stream with one credential.
async function openAll(headers: Headers, chat: { id: number }, task: string) {
  const call = { name: "ask_assistant", arguments: { assistant: String(assistant.id), question: SLOW } };
  const openai = await open("/openai/chat/completions", headers, {
    model: `assistant-${assistant.id}`,
    messages: [{ role: "user", content: SLOW }],
    stream: true,
  });
  const streams = [
    openai,
    await open(`/chats/${chat.id}/events`, headers),
    await open("/users/me/events", headers),
    await open(`/chats/streaming/${task}`, headers),
  ];
  const mcp = await open("/mcp", headers, { jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  await openai.more(2);
  return { openai, streams, all: [...streams, mcp] };
}

const ALL = new Set<Kind>(KINDS);
const SESSIONS = new Set<Kind>(["access token", "browser", "login token"]);
const reset = async ({ email }: Guest) => {
  await anyone.post("/auth/forgot-password", { email });
  const token = linkIn(await mails.next(email), "/reset-password/")
    .split("/")
    .pop();
  return anyone.post("/auth/reset-password", { token, new_password: `${PASSWORD} 2` });
};
const confirmed = ({ id }: Guest) =>
  db().update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, id));
const byMagicLink = async ({ email }: Guest) => {
  await anyone.form("/auth/login/email", { email });
  const token = linkIn(await mails.next(email), "/login/magic/")
    .split("/")
    .pop();
  return anyone.get(`/auth/verify/magic_token/${token}`);
};
const rows: [string, Set<Kind>, (guest: Guest) => Promise<unknown>][] = [
  [
    "changing the password",
    SESSIONS,
    ({ acting }) =>
      acting.patch("/auth/change-password", { current_password: PASSWORD, new_password: `${PASSWORD} 2` }),
  ],
  // Only a confirmed address proves ownership; until then the account's creator may be somebody else.
  ["resetting the password", SESSIONS, async (guest) => confirmed(guest).then(() => reset(guest))],
  ["resetting the password of an account that never confirmed its address", ALL, reset],
  ["the mailed link that confirms the address", ALL, byMagicLink],
  ["signing out everywhere", SESSIONS, ({ acting }) => acting.post("/auth/logout")],
  [
    "signing out of the group",
    new Set<Kind>(["access token", "browser"]),
    ({ acting }) => acting.post("/auth/logout", [host.group.id]),
  ],
  ["being removed from the group", ALL, ({ id }) => host.api.del(`/groups/${host.group.id}/members/${id}`)],
  ["being suspended", ALL, ({ id }) => suspend(id)],
  [
    "deleting the account",
    ALL,
    ({ acting }) => acting.send("DELETE", "/users/me", withBody({ password: PASSWORD })),
  ],
  [
    "joining another group",
    new Set<Kind>(["login token"]),
    ({ acting }) => acting.post("/groups", { name: "Another" }),
  ],
  [
    "revoking the API token",
    new Set<Kind>(["API token"]),
    ({ acting, tokenId }) => acting.del(`/users/me/api-tokens/${tokenId}`),
  ],
  [
    "the API token's expiry",
    new Set<Kind>(["API token"]),
    ({ tokenId }) => db().update(apiTokens).set({ expiresAt: new Date() }).where(eq(apiTokens.id, tokenId)),
  ],
  [
    "the session's expiry",
    new Set<Kind>(["browser"]),
    ({ sid }) => db().update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.id, sid)),
  ],
  [
    "another role",
    new Set<Kind>(),
    ({ id }) => host.api.patch(`/groups/${host.group.id}/members/${id}`, { role: "admin" }),
  ],
];
const withBody = (body: object): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

// Starts a reply that takes a minute, in the user's own chat.
const slowReply = ({ acting }: Guest) => startReply(acting, SLOW, { member_user_ids: [host.user.id] });

test.each(rows)(
  "%s ends the open streams of ended credentials, and no others",
  async (_event, ends, happen) => {
    const gwen = await guest();
    const { chat, task } = await slowReply(gwen);
    const opened = new Map<Kind, Awaited<ReturnType<typeof openAll>>>();
    for (const kind of KINDS) opened.set(kind, await openAll(gwen.ways[kind], chat, task));
    const of = (kinds: Iterable<Kind>) => [...kinds].map((kind) => opened.get(kind)!);
    const answer = await happen(gwen);
    expect((answer as { status?: number } | undefined)?.status ?? 200).toBeLessThan(300);
    const ended = of(ends).flatMap(({ all }) => all);
    const stay = KINDS.filter((kind) => !ends.has(kind));
    await Promise.all(ended.map(({ reading }) => reading));
    for (const { path, text } of ended) {
      expect([path, text()]).toEqual([path, expect.not.stringMatching(/DONE|event: done|w599/)]);
    }
    // Streams of valid credentials continue after a check.
    await Promise.all(of(stay).map(({ openai }) => openai.more(A_WHILE)));
    expect(of(stay).flatMap(({ all }) => all.filter(({ isOver }) => isOver()))).toEqual([]);
    for (const { all } of opened.values()) for (const { close } of all) close();
    await host.api.del(`/chats/streaming_response/${task}`);
  },
);

test("the expiry of a login token after ten minutes ends its streams", async () => {
  const gwen = await guest();
  const { chat, task } = await slowReply(gwen);
  const now = Date.now() / 1000;
  const token = await new SignJWT({ sub: String(gwen.id), method: "password" })
    .setProtectedHeader({ alg: "HS256", typ: "parley-login" })
    .setIssuer("parley")
    .setIssuedAt(now - lifetimes.loginToken + 5)
    .setExpirationTime(Math.floor(now) + 5)
    .sign(new TextEncoder().encode(process.env.AUTH_SECRET));
  const { all } = await openAll({ authorization: `Bearer ${token}` }, chat, task);
  await Promise.all(all.map(({ reading }) => reading));
  await host.api.del(`/chats/streaming_response/${task}`);
});
