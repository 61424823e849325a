import type { Readable } from "node:stream";
import { type Intake, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { type ImportedChat, type RawChat, toChat } from "./imported-chat";
import type { Piece } from "./intake/read-export.mjs";
import type { ImportSource } from "./operations";

const PATH = "lib/knowledge/imports/intake/read-export.mjs";
// A call can read an export of 1 GB (unpacked). A chat of 32 MB takes about ten times as much memory once parsed.
const LIMITS = { cpuSeconds: 60, seconds: 300, memoryMb: 768, inputMb: 60, outputMb: 500, items: 1_000_000 };
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
  after: (passed: number) => AsyncGenerator<ExportedChat>;
};

/**
 * Opens an export, which is a JSON file or a ZIP archive of them, while `use` runs. Passes undefined when it contains
 * no chats.
 * @throws IntakeError for an invalid ZIP archive and for a file that exceeds a limit
 */
export function withExport<T>(
  { open, groupId, isAwaited }: ExportFile,
  use: (chats: Export | undefined) => Promise<T>,
): Promise<T> {
  return withIntake(isAwaited ? IN_REQUEST : IN_BACKGROUND, groupId, {}, async (intake) => {
    await intake.put(await open());
    const source = await intake.call<ImportSource | null>("findSource");
    if (!source) return use(undefined);
    return use({
      source,
      count: () => intake.call<number>("countChats"),
      after: (passed) => joinPieces(intake, passed),
    });
  });
}

async function* joinPieces(intake: Intake, passed: number): AsyncGenerator<ExportedChat> {
  let raw: RawChat | undefined;
  for await (const pieces of intake.stream<Piece>("readChats", { passed })) {
    for (const piece of pieces) {
      if ("message" in piece) raw?.messages.push({ ...piece.message, previous: [] });
      else if ("previous" in piece) raw!.messages.at(-1)!.previous.push(piece.previous);
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
