import { type Client, person } from "../client";
import { colleague } from "../colleague";
import { startModelServer } from "../fakes/model-server";
import { startServer } from "../server";

/** Five people with increasing permissions, on a server of their own. */

export const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
Object.assign(process.env, { RATE_LIMIT_PUBLIC_SESSIONS: "500", RATE_LIMIT_HEAVY: "500" });
process.env.TRANSCRIPTION_MODEL = "openai:whisper-1";
export const MAIL_SECRET = "a secret of the webhook";
Object.assign(process.env, { INBOUND_EMAIL_DOMAIN: "in.example.test", INBOUND_EMAIL_SECRET: MAIL_SECRET });
export const server = await startServer();
export async function close(): Promise<void> {
  await server.close();
  await model.close();
}

export const owner = await person(server.url, "Olga Owner");
const stranger = await person(server.url, "Sam Stranger");
export const [colleagueOutside, member, admin] = [
  await colleague(server.url, owner.group, "Cora Colleague"),
  await colleague(server.url, owner.group, "Max Member"),
  await colleague(server.url, owner.group, "Anna Admin"),
];
export const group = owner.group.id;
await owner.api.patch(`/groups/${group}/members/${admin.user.id}`, { role: "admin" });

export const people: Record<string, Client> = {
  "somebody of another group": stranger.api,
  "a colleague outside the chat": colleagueOutside.api,
  "a member of the chat": member.api,
  "an admin": admin.api,
  "the owner": owner.api,
};
