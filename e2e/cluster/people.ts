import { randomUUID } from "node:crypto";
import { type Client, person, readEvents } from "@/test/client";
import { type Cluster, startCluster } from "@/test/cluster";
import { type Acknowledged, expectIntact } from "./invariant";

/** Runs two processes on one PostgreSQL database through a fault, and then checks the invariants. */
export async function withCluster(
  input: {
    env: Record<string, string>;
    each?: Record<string, string>[];
    dataDir?: string;
    /** Lists the stored files when they are not in the data folder. */
    files?: () => string[];
  },
  body: (cluster: Cluster, api: Client) => Promise<Map<number, Acknowledged>>,
) {
  const cluster = await startCluster({ env: input.env, dataDir: input.dataDir }, input.each);
  try {
    const { api } = await person(cluster.url);
    await expectIntact(cluster, api, await body(cluster, api), input.files);
  } finally {
    await cluster.remove();
  }
}

export const newChat = async (api: Client): Promise<number> => (await api.post("/chats", {})).body.id;

/** Retries with the same idempotency key until it is answered. */
export async function insist(
  api: Client,
  chat: number,
  text: string,
  more: Record<string, string | File[]> = {},
) {
  const key = randomUUID();
  const late = Date.now() + 60_000;
  for (;;) {
    const answer = await api
      .multipart(
        `/chats/${chat}/messages`,
        { message_input: text, is_sync: "false", ...more },
        { "idempotency-key": key },
      )
      .catch(() => undefined);
    if (answer?.status === 200) return answer.body as { user_message_id: number; streaming_task_id: string };
    if (Date.now() > late) throw new Error(`Not sent: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** Reads a reply to its end, reconnecting when the stream is cut. */
export async function followed(api: Client, task: string): Promise<string> {
  for (;;) {
    const events = await readEvents(api, `/chats/streaming/${task}`).catch(() => []);
    const done = events.find(({ event }) => event === "done");
    if (done) return done.data.status;
    await new Promise((next) => setTimeout(next, 100));
  }
}
