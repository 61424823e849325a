import type { Readable } from "node:stream";
import { release } from "@/lib/chat/files/service";
import { type Intake, IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { type StoredFile, storeFile } from "@/lib/platform/storage/service";
import { type ImportedChat, type RawChat, toChat } from "./imported-chat";
import type { ImportedFile } from "./imported-file";
import {
  type ImportedRecord,
  type RawRecord,
  type RecordFailure,
  toFailure,
  toRecord,
} from "./imported-record";
import type { WhichFiles } from "./intake/files.mjs";
import type { Contents, FilePiece, Piece, RecordPiece } from "./intake/read-export.mjs";
import type { ImportSource } from "./operations";

const PATH = "lib/knowledge/imports/intake/read-export.mjs";
// A call can read an export of 1 GB (unpacked), files included. A chat of 32 MB takes about ten times as much memory once parsed.
const LIMITS = {
  cpuSeconds: 60,
  seconds: 300,
  memoryMb: 768,
  inputMb: 60,
  outputMb: 1_200,
  items: 1_000_000,
};
// Uses the connection lane, because it mostly waits for the database.
const IN_BACKGROUND: IntakeProgram = { path: PATH, lane: "connection", limits: LIMITS };
const IN_REQUEST: IntakeProgram = {
  path: PATH,
  lane: "parsing",
  limits: { ...LIMITS, cpuSeconds: 10, seconds: 60 },
};

export type ExportFile = {
  open: () => Promise<Readable>;
  groupId: string;
  isAwaited?: boolean;
};

export type ExportedChat =
  | { chat: ImportedChat }
  | { chat?: undefined; title: string | undefined; reason: string };

export type Export = {
  source: ImportSource;
  count: () => Promise<number>;
  countContents: () => Promise<Contents>;
  readChats: (from: { passed: number; files: WhichFiles }) => AsyncGenerator<ExportedChat>;
  readRecords: (from: {
    passed: number;
    files: WhichFiles;
  }) => AsyncGenerator<ImportedRecord | RecordFailure>;
};

type Reading = { intake: Intake; uploads: StoredFile[] };

/**
 * Opens an export, which is a JSON file or a ZIP archive of them, while `use` runs. Passes undefined when it contains
 * no chats. The files that were read are released afterwards: reading is a chat ahead of storing, and may end early.
 * @throws IntakeError for an invalid ZIP archive and for a file that exceeds a limit
 */
export function withExport<T>(
  { open, groupId, isAwaited }: ExportFile,
  use: (chats: Export | undefined) => Promise<T>,
): Promise<T> {
  const program = isAwaited ? IN_REQUEST : IN_BACKGROUND;
  const result = withIntake(program, groupId, {}, async (intake) => {
    await intake.put(await open());
    const source = await intake.call<ImportSource | null>("findSource");
    if (!source) return use(undefined);
    const reading: Reading = { intake, uploads: [] };
    try {
      return await use({
        source,
        count: () => intake.call<number>("countChats"),
        countContents: () => intake.call<Contents>("countContents"),
        readChats: (from) => joinChats(reading, from),
        readRecords: (from) => joinRecords(reading, from),
      });
    } finally {
      await release(reading.uploads);
    }
  });
  // The file is not at fault, so it is worth another try.
  return result.catch((error) => {
    throw error instanceof IntakeError && error.code === "system" ? new Error(error.message) : error;
  });
}

async function* joinChats(
  reading: Reading,
  from: { passed: number; files: WhichFiles },
): AsyncGenerator<ExportedChat> {
  let raw: RawChat | undefined;
  for await (const pieces of reading.intake.stream<Piece>("readChats", from)) {
    for (const piece of pieces) {
      if ("message" in piece) raw?.messages.push({ ...piece.message, previous: [], files: [] });
      else if ("previous" in piece) raw!.messages.at(-1)!.previous.push(piece.previous);
      else if ("file" in piece) raw!.messages.at(-1)!.files.push(await takeFile(reading, piece.file));
      else if ("rest" in piece) appendText(raw!, piece.rest);
      else {
        if (raw) yield { chat: toChat(raw) };
        raw = "chat" in piece ? { ...piece.chat, messages: [] } : undefined;
        if ("failure" in piece) yield piece.failure;
      }
    }
  }
  if (raw) yield { chat: toChat(raw) };
}

function appendText({ messages }: RawChat, rest: string): void {
  const last = messages.at(-1)!;
  (last.previous.at(-1) ?? last).text += rest;
}

async function* joinRecords(
  reading: Reading,
  from: { passed: number; files: WhichFiles },
): AsyncGenerator<ImportedRecord | RecordFailure> {
  let raw: RawRecord | undefined;
  for await (const pieces of reading.intake.stream<RecordPiece>("readOthers", from)) {
    for (const piece of pieces) {
      if ("rest" in piece) raw!.instructions += piece.rest;
      else if ("file" in piece) raw!.files.push(await takeFile(reading, piece.file));
      else {
        if (raw) yield toRecord(raw);
        raw = undefined;
        if ("failure" in piece) {
          yield toFailure(piece.failure);
          continue;
        }
        const [kind, header] =
          "project" in piece
            ? (["project", piece.project] as const)
            : (["assistant", piece.assistant] as const);
        raw = { ...header, kind, instructions: "", files: [] };
      }
    }
  }
  if (raw) yield toRecord(raw);
}

// Copies a file into temporary storage, as if it had been uploaded.
async function takeFile(
  { intake, uploads }: Reading,
  { path, ...file }: FilePiece["file"],
): Promise<ImportedFile> {
  if (path === undefined) return file;
  const stored = await storeFile(await intake.take(path));
  uploads.push(stored);
  return { ...file, upload: { ...stored, fileName: file.name, claimedType: "" } };
}
