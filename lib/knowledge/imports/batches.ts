import type { ExportedChat } from "./export-file";
import { type ImportedChat, listTexts } from "./imported-chat";
import type { ImportedFile } from "./imported-file";

const AT_ONCE = 20;
const MAX_CHARACTERS = 2_000_000;
// Bytes of files weigh as much as a tenth as many characters, because they are not in memory. A file weighs as much as a
// long message.
const BYTES_PER_CHARACTER = 10;
const CHARACTERS_PER_FILE = 20_000;

// Each batch is stored in a transaction.
export async function* batches(chats: AsyncIterable<ExportedChat>): AsyncGenerator<ExportedChat[]> {
  let batch: ExportedChat[] = [];
  let characters = 0;
  for await (const exported of chats) {
    const added = exported.chat ? countCharacters(exported.chat) : 0;
    if (batch.length > 0 && characters + added > MAX_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(exported);
    characters += added;
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

export const listFiles = ({ messages }: ImportedChat): ImportedFile[] =>
  messages.flatMap(({ files = [] }) => files);

export const sumBytes = (files: ImportedFile[]): number =>
  files.reduce((sum, { upload }) => sum + (upload?.size ?? 0), 0);

function countCharacters(chat: ImportedChat): number {
  const files = listFiles(chat);
  const ofFiles = files.length * CHARACTERS_PER_FILE + sumBytes(files) / BYTES_PER_CHARACTER;
  return listTexts(chat).reduce((sum, text) => sum + text.length, 0) + ofFiles;
}
