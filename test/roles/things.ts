import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { db } from "@/db/client";
import { mcpQuestions, mcpServers, toolApprovals } from "@/db/schema/mcp";
import { videoConversions } from "@/db/schema/videos";
import { PASSWORD, person } from "../client";
import { colleague, makeChatAdmin } from "../colleague";
import { admin, group, MAIL_SECRET, member, owner, server } from "./people";

/** The owner's objects that operations are called on, created for each call. */

/** Content of the owner's chat besides its members. */
export type ThingKind = "message" | "document" | "run";

/** Creates a chat of the owner with only the parts that a call needs, because creating parts takes most of the time. */
export async function makeThings(needs: Set<ThingKind>) {
  const { api } = owner;
  const chat = (await api.post("/chats", { member_user_ids: [member.user.id, admin.user.id] })).body;
  await makeChatAdmin(chat, admin.user.id);
  const messages = `/chats/${chat.id}/messages`;
  const sent = async (files: File[]) =>
    (await api.multipart(messages, { message_input: "hello", files })).body.user_message_id as number;
  const message_id = needs.has("message") ? await sent([]) : 0;
  const queued = needs.has("run")
    ? (await api.multipart(messages, { message_input: "more", is_sync: "false" })).body
    : undefined;
  if (needs.has("document")) await sent([aFile()]);
  const documents = needs.has("document") ? (await api.get(`/documents?chat_id=${chat.id}`)).body : [];
  return {
    chat_id: chat.id,
    chat: chat.id,
    chat_uuid: chat.uuid,
    message_id,
    streaming_task_id: queued?.streaming_task_id as string,
    document: documents[0]?.id as number,
  };
}
export type Things = Awaited<ReturnType<typeof makeThings>>;
export const made = async (path: string, body: object) => (await owner.api.post(path, body)).body;

export const inGroup = () => ({ params: { id: group } });
export const someone = async () => ({
  params: { id: group, user_id: (await colleague(server.url, owner.group, "Somebody")).user.id },
});
export const assistant = async () => ({
  params: { id: (await made("/virtual-assistants", { name: "Helper" })).id },
});

export const aPicture = () => new File([readFileSync("test/files/note.png")], "face.png");
export const assistantWithPicture = async () => {
  const { params } = await assistant();
  await owner.api.multipart(`/virtual-assistants/${params.id}/picture`, { file: [aPicture()] });
  return { params };
};
export const assistantVersion = async () => ({ params: { ...(await assistant()).params, number: 1 } });
export const evaluated = async () => {
  const { params } = await assistant();
  const questions = [{ question: "What is new?" }];
  await owner.api.put(`/virtual-assistants/${params.id}/evaluation/questions`, { questions });
  return { params };
};
export const evaluationRun = async () => {
  const { params } = await evaluated();
  const run = await made(`/virtual-assistants/${params.id}/evaluation/runs`, {});
  return { params: { ...params, run_id: run.id as number } };
};

export const newcomer = async () => ({ params: { id: (await person(server.url, "Nora New")).user.id } });
export const theirGroup = async () => ({ params: { id: (await person(server.url, "Nora New")).group.id } });

export const webhook = async () => {
  for (const { id } of (await owner.api.get("/webhooks")).body) await owner.api.del(`/webhooks/${id}`);
  const hook = await made("/webhooks", { url: "http://localhost:9/", events: ["message.created"] });
  return { params: { webhook_id: hook.id as number } };
};

export const aServer = () => ({ name: randomUUID(), url: "http://127.0.0.1:9/mcp" });
export const mcpServer = async () => ({ params: { id: (await made("/mcp-servers", aServer())).id } });
export const assistantWithServer = async () => {
  const params = { ...(await assistant()).params, server_id: (await mcpServer()).params.id };
  await owner.api.put(`/virtual-assistants/${params.id}/mcp-servers/${params.server_id}`);
  return { params };
};

/** Attaches an MCP server with a prompt and a resource to the chat's assistant. */
export const serverOffers = async ({ chat_id }: Things) => {
  const server_id = (await mcpServer()).params.id;
  const { virtual_assistant } = (await owner.api.get(`/chats/${chat_id}`)).body;
  await owner.api.put(`/virtual-assistants/${virtual_assistant.id}/mcp-servers/${server_id}`);
  const [name, uri] = ["notes", "test://notes"];
  const about = { name, title: null, description: null };
  const offers = {
    prompts: [{ ...about, arguments: [] }],
    resources: [{ ...about, uri, mime_type: null }],
  };
  await db().update(mcpServers).set(offers).where(eq(mcpServers.id, server_id));
  return { body: { server_id, name, uri } };
};

export const canvasPage = async ({ chat_id }: Things) => {
  const page = await made(`/chats/${chat_id}/canvas/pages`, { title: "Notes", kind: "text" });
  return { params: { page_id: page.id as number } };
};

/** Starts a slow reply to the owner. */
export const slowReply = async ({ chat_id }: Things) => {
  const message_input = "[[fake trickle]]";
  const { body } = await owner.api.multipart(`/chats/${chat_id}/messages`, {
    message_input,
    is_sync: "false",
  });
  return {
    params: { streaming_task_id: body.streaming_task_id as string },
    body: { text: "Only this year." },
  };
};

/** Creates an approval that awaits the owner's decision. */
export const question = async ({ chat_id, streaming_task_id }: Things) => {
  const mcpServerId = (await mcpServer()).params.id;
  const asked = { chatId: chat_id, streamingTaskId: streaming_task_id, userId: owner.user.id, mcpServerId };
  const [row] = await db()
    .insert(toolApprovals)
    .values({ ...asked, tool: "write", input: {} })
    .returning();
  return { params: { streaming_task_id, approval_id: row!.id }, body: { decision: "refuse" } };
};

/** Creates an elicitation for the owner. */
export const serverQuestion = async ({ chat_id, streaming_task_id }: Things) => {
  const mcpServerId = (await mcpServer()).params.id;
  const asked = { chatId: chat_id, streamingTaskId: streaming_task_id, userId: owner.user.id, mcpServerId };
  const [row] = await db()
    .insert(mcpQuestions)
    .values({ ...asked, message: "Which one?", fields: [] })
    .returning();
  return { params: { streaming_task_id, question_id: row!.id }, body: { action: "decline" } };
};

export const anAction = () => ({
  name: "Shout",
  action_name: `a${randomUUID().replaceAll("-", "")}`,
  prompt: "Shout: {{input}}",
});
export const action = async () => ({ params: { id: (await made("/tasks/actions", anAction())).id } });
export const task = async () => ({ params: { id: (await made("/tasks", { name: "Onboarding" })).id } });

export const workspace = async () => ({
  params: { id: (await made("/chat-workspaces", { name: "W", usable_by: "group" })).id },
});

export const memory = async () => ({
  params: { id: (await made("/users/me/memories", { text: `Fact ${randomUUID()}` })).id },
});

export const aFile = () => new File(["hello"], "a.txt");
export const ofChat = ({ document }: Things) => ({ params: { id: document } });
export const collection = async () => ({
  params: { id: (await made("/collections", { name: randomUUID() })).id },
});
/** Creates a connector for a site at an unreachable address. */
export const connector = async () => {
  const { params } = await collection();
  const { id } = await made(`/collections/${params.id}/connectors`, aConnector);
  return { params: { id } };
};
export const aConnector = { name: "Site", source: { kind: "website", address: "http://192.0.2.1" } };
/** Creates a collection and a library document. */
export async function collected() {
  const [document] = (await owner.api.multipart("/documents", { files: [aFile()] })).body;
  return { params: { id: (await collection()).params.id, document_id: document.id } };
}

export const aJob = { name: "Stand-up", prompt: "What is new?", cron: "0 9 * * *" };
export const job = async ({ chat }: Pick<Things, "chat">) => {
  await owner.api.put(`/chats/${chat}/scheduled_jobs_enabled?scheduled_jobs_enabled=true`);
  return { params: { job_id: (await made(`/chats/${chat}/jobs`, aJob)).id } };
};

export const share = async ({ chat }: Things) => ({
  params: { share_id: (await made(`/chats/${chat}/shares`, {})).id },
});

/** Creates a held mail of a stranger. */
export async function heldMail({ chat, chat_uuid }: Things) {
  await owner.api.put(`/chats/${chat}/email_integration_enabled?email_integration_enabled=true`);
  const headers = { authorization: `Basic ${Buffer.from(`parley:${MAIL_SECRET}`).toString("base64")}` };
  const mail = { FromFull: { Email: "sam@example.test" }, OriginalRecipient: `${chat_uuid}@in.example.test` };
  await owner.api.as(undefined).post("/inbound-mail/postmark", { ...mail, TextBody: randomUUID() }, headers);
  const held = async () => (await owner.api.get(`/chats/${chat}/mails`)).body;
  await expect.poll(async () => (await held()).length).toBe(1);
  return { params: { mail_id: (await held())[0].id } };
}

/** Creates a visitor's conversation in the public chat. */
export async function createConversation({ chat_id, chat_uuid }: Things) {
  await owner.api.put(`/chats/${chat_id}/public?is_public=true`);
  const sid = (await owner.api.as(undefined).post(`/public/chats/${chat_uuid}/public-session`)).body;
  await owner.api
    .as(undefined)
    .multipart(`/public/chats/${chat_uuid}/messages?sid=${sid}`, { message_input: "hello" });
  const [{ chat_id: conversation_id }] = (await owner.api.get(`/chats/${chat_id}/visitors`)).body;
  return { params: { conversation_id } };
}
export const conversation = async (things: Things) => ({
  params: { chat_id: (await createConversation(things)).params.conversation_id },
});
export const note = async (things: Things) => {
  const { params } = await conversation(things);
  const { id } = await made(`/chats/${params.chat_id}/notes`, { text: "A regular" });
  return { params: { ...params, note_id: id as number } };
};
export const savedReply = async () => ({
  params: { id: (await made("/saved-replies", { name: randomUUID(), text: "Hello" })).id as number },
});

/** Creates another session of the owner. */
export async function anotherSession(): Promise<string> {
  const login = await owner.api
    .as(undefined)
    .form("/auth/login", { username: owner.email, password: PASSWORD });
  await owner.api.as(`Bearer ${login.body.access_token}`).post("/auth/login/group", []);
  const sessions = (await owner.api.get("/users/me/sessions")).body;
  return sessions.find((session: { is_current: boolean }) => !session.is_current).id;
}
export const invitation = async (): Promise<string> =>
  (await made(`/groups/${group}/invitations`, {})).link.split("/").at(-1);

/** Builds another product's export of one chat. */
export const anExport = () =>
  new File([readFileSync("test/files/exports/librechat.json")], "chat.json", { type: "application/json" });
export const chatImport = async () => ({
  params: { id: (await owner.api.multipart("/imports", { file: [anExport()] })).body.id },
});

/** Starts an import that waits for the choice of parts. */
export async function readImport() {
  const { id } = (await owner.api.multipart("/imports", { file: [anExport()], preview: "true" })).body;
  await expect.poll(async () => (await owner.api.get(`/imports/${id}`)).body.state).toBe("ready");
  return { params: { id }, body: { parts: ["chats"] } };
}

/** Creates a video conversion that already has its text. */
export async function videoConversion() {
  const [row] = await db()
    .insert(videoConversions)
    .values({
      ...{ groupId: group, userId: owner.user.id, kind: "text", method: "full_video", fileName: "a.mp4" },
      ...{ mimeType: "video/mp4", storageKey: randomUUID(), status: "completed", text: "## Summary" },
      finishedAt: new Date(),
    })
    .returning();
  return { params: { streaming_task_id: row!.id } };
}

/** Creates a voice recording of the owner in the chat. */
export async function voiceRecording({ chat }: Things) {
  const file = [new File(["ID3 says:hello"], "a.mp3")];
  const sent = await owner.api.multipart(`/chats/${chat}/voice-recordings`, { file });
  return { params: { recording_id: sent.body.id } };
}

/** Registers a connected app and returns its authorization request with the person's decision. */
export async function oauthRequest() {
  const redirect_uri = "http://127.0.0.1:9/callback";
  const { client_id } = await made("/oauth/register", { redirect_uris: [redirect_uri] });
  const asked = { client_id, redirect_uri, response_type: "code", code_challenge_method: "S256" };
  return { ...asked, code_challenge: VERIFIER.challenge, decision: "allow" };
}
/** Creates an access grant of the owner for a connected app. */
export async function oauthGrant(): Promise<string> {
  const asked = await oauthRequest();
  const { redirect_to } = await made("/oauth/authorizations", asked);
  await owner.api.form("/oauth/token", {
    grant_type: "authorization_code",
    client_id: asked.client_id,
    redirect_uri: asked.redirect_uri,
    code: new URL(redirect_to).searchParams.get("code")!,
    code_verifier: VERIFIER.text,
  });
  return (await owner.api.get("/users/me/programs")).body[0].id;
}
const VERIFIER = {
  text: "a".repeat(43),
  challenge: createHash("sha256").update("a".repeat(43)).digest("base64url"),
};

/** Creates a stored response (OpenAI's Responses API) of the owner. */
export async function response() {
  const { body } = await owner.api.post("/openai/responses", { model: "parley", input: "hello" });
  return { params: { response_id: body.id } };
}
