import { readdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { Client } from "@/test/client";
import type { Cluster } from "@/test/cluster";
import { expect } from "@/test/test";

/** Texts and ids of messages that were answered with 200. */
export type Acknowledged = Map<string, number>;

/**
 * Expects that no acknowledged message is lost or duplicated, that each has at most one reply, and that no run or
 * unreferenced file remains.
 */
export async function expectIntact(
  cluster: Cluster,
  api: Client,
  chats: Map<number, Acknowledged>,
  files = () => filesIn(join(cluster.dataDir, "files")),
) {
  const sql = postgres(cluster.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await expect
      .poll(
        async () =>
          (await sql`select id, status from streaming_tasks where status in ('queued', 'running')`).length,
        { timeout: 60_000 },
      )
      .toBe(0);
    for (const [chat, sent] of chats) {
      const stored: {
        id: number;
        message: string;
        user_type: string;
        replying_to_message: { id: number } | null;
      }[] = (await api.get(`/chats/${chat}/messages?size=100`)).body;
      for (const [text, id] of sent) {
        const same = stored.filter(({ user_type, message }) => user_type === "user" && message === text);
        expect(same.map((message) => message.id)).toEqual([id]);
        const replies = stored.filter(({ replying_to_message }) => replying_to_message?.id === id);
        expect(replies.length, text).toBeLessThanOrEqual(1);
      }
    }
    const named = new Set((await sql`select storage_key as key from documents`).map(({ key }) => key));
    await expect.poll(() => filesIn(join(cluster.dataDir, "uploads"))).toEqual([]);
    expect(files().filter((key) => !named.has(key))).toEqual([]);
  } finally {
    await sql.end();
  }
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};
