import type { Readable } from "node:stream";
import { type ArchiveLimits, streamOf, withZip } from "@/lib/ai/extraction/service";
import type { ImportSource } from "./contract";
import type { Conversation } from "./formats/definition";
import { readAs, sourceOf } from "./formats/registry";
import { type RawValue, valuesOf } from "./values";

const MB = 1024 * 1024;
/** Exports hold pictures by the thousand, which are not unpacked; their texts shrink to a twentieth. */
const LIMITS: ArchiveLimits = { members: 50_000, bytes: 1_000 * MB, ratio: 200 };
/** Of one chat, in bytes. */
const MOST = 32 * MB;
/** So many values of a file are looked at to tell whether chats are in it. */
const LOOKED_AT = 20;

/** Where an export is. */
export type ExportFile = {
  open: () => Promise<Readable>;
  /** As a file of this machine, until it is disposed of. */
  local: () => Promise<{ path: string; dispose: () => Promise<void> }>;
};

type JsonFile = Pick<ExportFile, "open">;

/** A chat of an export: what it says, or why it cannot be read. */
export type Found =
  | { source: ImportSource; conversation: Conversation; text: string }
  | { source?: undefined; title: string | undefined; reason: string };

/** The chats of an export. */
export type Export = {
  source: ImportSource;
  count: () => Promise<number>;
  /** Those after the first `passed` ones, in the order of the file. */
  after: (passed: number) => AsyncGenerator<Found>;
};

/**
 * Opens an export for as long as `use` reads it: a JSON file, or a ZIP file
 * with some. Undefined stands for a file in which there are no chats.
 * @throws ArchiveError for a ZIP file that breaks a rule
 */
export function withExport<T>(file: ExportFile, use: (chats: Export | undefined) => Promise<T>): Promise<T> {
  return withJsonFiles(file, async (all) => {
    const files: JsonFile[] = [];
    let source: ImportSource | undefined;
    for (const each of all) {
      const written = await whoWrote(each);
      if (written) files.push(each);
      source ??= written;
    }
    return use(source && { source, count: () => count(files), after: (passed) => chatsAfter(files, passed) });
  });
}

async function withJsonFiles<T>(file: ExportFile, use: (files: JsonFile[]) => Promise<T>): Promise<T> {
  if (!(await isZip(file))) return use([file]);
  const { path, dispose } = await file.local();
  try {
    return await withZip(path, LIMITS, (entries, archive) => {
      const texts = entries.filter(({ fileName }) => /\.json$/i.test(fileName));
      return use(texts.map((entry) => ({ open: () => streamOf(archive, entry) })));
    });
  } finally {
    await dispose();
  }
}

async function isZip(file: ExportFile): Promise<boolean> {
  // PKZIP's local file header, or the end of an archive in which nothing is.
  for await (const chunk of await file.open())
    return ["PK\x03\x04", "PK\x05\x06"].includes((chunk as Buffer).toString("latin1", 0, 4));
  return false;
}

/** The product whose chats are in a file: other files of an export say other things. */
async function whoWrote(file: JsonFile): Promise<ImportSource | undefined> {
  let looked = 0;
  for await (const raw of values(file)) {
    const source = raw.text === undefined ? undefined : sourceOf(parsed(raw.text));
    if (source) return source;
    if (++looked === LOOKED_AT) return undefined;
  }
  return undefined;
}

async function* values(file: JsonFile): AsyncGenerator<RawValue> {
  const stream = await file.open();
  try {
    yield* valuesOf(stream, MOST);
  } finally {
    stream.destroy();
  }
}

async function count(files: JsonFile[]): Promise<number> {
  let found = 0;
  for (const file of files) for await (const _ of values(file)) found++;
  return found;
}

async function* chatsAfter(files: JsonFile[], passed: number): AsyncGenerator<Found> {
  let at = 0;
  for (const file of files) for await (const raw of values(file)) if (at++ >= passed) yield read(raw);
}

const FAULTS = {
  long: `It is larger than ${MOST / MB} MB.`,
  cut: "The file ends in the middle of it. Export it again.",
};

function read(raw: RawValue): Found {
  if (raw.text === undefined) return { title: titleIn(raw.head), reason: FAULTS[raw.fault] };
  const value = parsed(raw.text);
  if (value === undefined) return { title: titleIn(raw.text), reason: "It is damaged: this is not JSON." };
  const source = sourceOf(value);
  if (!source) return { title: titleIn(raw.text), reason: "It is written in an unknown way." };
  return { source, conversation: readAs(source, value), text: raw.text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a chat that cannot be read is called. */
function titleIn(text: string): string | undefined {
  const [, title] = /"(?:title|name)"\s*:\s*("(?:[^"\\]|\\.){1,200}")/.exec(text.slice(0, 4_000)) ?? [];
  return title && String(parsed(title) ?? "");
}
