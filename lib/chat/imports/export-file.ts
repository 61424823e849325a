import type { Readable } from "node:stream";
import { type Intake, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { type Chat, type RawChat, toChat } from "./cleaning";
import type { ImportSource } from "./contract";
import type { Piece } from "./intake/read-export.mjs";

const PATH = "lib/chat/imports/intake/read-export.mjs";
/** An export of 1 GB, unpacked, is gone through within a call; a chat of 32 MB takes some ten times that as objects. */
const LIMITS = { cpuSeconds: 60, seconds: 300, memoryMb: 768, inputMb: 60, outputMb: 500, items: 1_000_000 };
/** It waits for the database most of the time. */
const IN_BACKGROUND: IntakeProgram = { path: PATH, lane: "connection", limits: LIMITS };
const IN_REQUEST: IntakeProgram = {
  path: PATH,
  lane: "parsing",
  limits: { ...LIMITS, cpuSeconds: 10, seconds: 60 },
};

/** An export, and whose it is. */
export type ExportFile = {
  open: () => Promise<Readable>;
  groupId: string;
  /** A request waits for it. */
  isAwaited?: boolean;
};

/** A chat of an export, or why it can't be read. */
export type ExportedChat = { chat: Chat } | { chat?: undefined; title: string | undefined; reason: string };

/** The chats of an export. */
export type Export = {
  source: ImportSource;
  count: () => Promise<number>;
  /** Those after the first `passed` ones, in the order of the file. */
  after: (passed: number) => AsyncGenerator<ExportedChat>;
};

/**
 * Opens an export for as long as `use` reads it: a JSON file, or a ZIP file with some. Undefined stands for a file without chats.
 * @throws IntakeError for a ZIP file that breaks a rule, and for a file that crosses a limit
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
      if ("message" in piece) raw?.messages.push(piece.message);
      else if ("rest" in piece) raw!.messages.at(-1)!.text += piece.rest;
      else {
        if (raw) yield { chat: toChat(raw) };
        raw = "chat" in piece ? { ...piece.chat, messages: [] } : undefined;
        if ("failure" in piece) yield piece.failure;
      }
    }
  }
  if (raw) yield { chat: toChat(raw) };
}
