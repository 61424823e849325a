import { Readable } from "node:stream";
import type { Caller } from "@/lib/api/actor";
import * as canvas from "@/lib/chat/canvas/service";
import * as memories from "@/lib/chat/memories/service";
import * as personalInstructions from "@/lib/chat/personal-instructions/service";
import * as audit from "@/lib/identity/audit/service";
import { requireSignIn, toApiToken } from "@/lib/identity/auth/service";
import { getAccount, listGroups, me } from "@/lib/identity/users/service";
import { AppError } from "@/lib/platform/errors";
import { toFileName } from "@/lib/platform/file-name";
import { openFile } from "@/lib/platform/storage/service";
import { createZip, type ZipEntry } from "@/lib/platform/zip";
import * as present from "./present";
import * as queries from "./queries";

// Maximum number of rows in memory (a few megabytes), because a whole export may exceed the memory.
const BATCH = 20;

/**
 * Streams everything that belongs to the viewer as a ZIP archive.
 * @throws AppError forbidden
 */
export async function exportMe(
  viewer: Caller,
): Promise<{ stream: Readable; headers: Record<string, string> }> {
  requireSignIn(viewer);
  await audit.record({ userId: viewer.user.id, action: "account_exported" });
  return {
    stream: createZip(entriesOf(viewer)),
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="parley-${new Date().toISOString().slice(0, 10)}.zip"`,
    },
  };
}

async function* entriesOf(viewer: Caller): AsyncGenerator<ZipEntry> {
  const { id: userId } = viewer.user;
  yield json("account.json", [`${JSON.stringify(await exportAccount(userId), null, 2)}\n`]);
  for await (const row of batches(
    (after) => queries.listChatsAfter({ userId, after, size: BATCH }),
    idOfChat,
  )) {
    yield json(`chats/${row.chat.id} ${toFileName(row.chat.name, "Chat")}.json`, chatText(userId, row));
  }
  const files = batches(
    (after) => queries.listDocumentsAfter({ userId, after, size: BATCH }),
    ({ document }) => document.id,
  );
  for await (const { document } of files) {
    const stream = await opened(document.storageKey);
    // The file was deleted after its row was read.
    if (!stream) continue;
    const name = `files/${document.id} ${toFileName(document.fileName, "File")}`;
    // Shared files are mostly compressed formats already.
    yield { name, stream, compress: false, mtime: document.createdAt };
  }
}

const idOfChat = ({ chat }: queries.ChatRow) => chat.id;

async function* batches<T>(read: (after: number) => Promise<T[]>, idOf: (row: T) => number) {
  let after = 0;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    if (rows.length < BATCH) return;
    after = idOf(rows.at(-1)!);
  }
}

const json = (name: string, text: Iterable<string> | AsyncIterable<string>): ZipEntry => ({
  name,
  stream: Readable.from(text, { objectMode: false }),
  compress: true,
});

async function exportAccount(userId: number): Promise<unknown> {
  const user = await getAccount(userId);
  const [groups, sessions, { tokens, devices }] = await Promise.all([
    listGroups(userId),
    queries.listSessions({ userId }),
    queries.listCredentials({ userId }),
  ]);
  const remembered = await Promise.all(
    groups.map(({ id: groupId }) => memories.listForReply({ groupId, userId })),
  );
  const instructions = await Promise.all(
    groups.map(({ id: groupId }) => personalInstructions.getInstructions(groupId, userId)),
  );
  // Excludes fields that differ by group, which `groups` contains.
  const { groups: _, mention_name: __, favorite_models: ___, ...account } = me(user, groups, "");
  return {
    account,
    groups: groups.map(({ joinedAt, mentionName, favoriteModels, ...group }, at) => ({
      ...group,
      memories: remembered[at]!.map(({ text }) => text),
      instructions: instructions[at]!,
      mention_name: mentionName,
      favorite_models: favoriteModels,
      joined_at: joinedAt.toISOString(),
    })),
    sessions: sessions.map((row) => present.toSession(row, undefined)).map(({ is_current, ...rest }) => rest),
    api_tokens: tokens.map(toApiToken),
    push_devices: devices.map(({ deviceId, platform, createdAt }) => ({
      device_id: deviceId,
      platform,
      created_at: createdAt.toISOString(),
    })),
  };
}

async function* chatText(userId: number, row: queries.ChatRow): AsyncGenerator<string> {
  const of = { chatId: row.chat.id };
  const head = JSON.stringify(present.toExportedChat(row, await queries.listNamesInChat(of)), null, 2);
  yield `${head.slice(0, head.lastIndexOf("\n}"))},\n  "canvas_pages": [`;
  let separator = "\n";
  for await (const { title, kind, language, text } of canvas.streamPages(row.chat.id)) {
    yield `${separator}    ${JSON.stringify({ title, kind, language, text })}`;
    separator = ",\n";
  }
  yield '\n  ],\n  "messages": [';
  separator = "\n";
  const rows = batches(
    (after) => queries.listMessagesAfter({ userId, chatId: row.chat.id, after, size: BATCH }),
    ({ message }) => message.id,
  );
  for await (const message of rows) {
    yield `${separator}    ${JSON.stringify(present.toExportedMessage(message))}`;
    separator = ",\n";
  }
  yield "\n  ]\n}\n";
}

const opened = (key: string): Promise<Readable | undefined> =>
  openFile(key).catch((error) => {
    if (error instanceof AppError && error.kind === "not_found") return undefined;
    throw error;
  });
