import type { Readable } from "node:stream";
import { type Intake, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { openFile } from "@/lib/platform/storage/service";
import { findDocumentType } from "./document-types";
import type { ArchiveRule, MemberPlace } from "./intake/unpack-archive.mjs";

const MB = 1024 * 1024;
// Limits of a ZIP archive including the archives inside it. `ratio` is the maximum of unpacked bytes per packed
// byte.
const ARCHIVE_LIMITS = { members: 1_000, bytes: 200 * MB, ratio: 100 };
// Limits of Office documents, which are ZIP archives too. Legitimate ones reach a ratio of 89.
const OFFICE_LIMITS = { members: 10_000, bytes: 200 * MB, ratio: 200 };

const PATH = "lib/files/extraction/intake/unpack-archive.mjs";
const LIMITS = { cpuSeconds: 10, memoryMb: 256, inputMb: 60, outputMb: 210 };
const UNPACKING: IntakeProgram = { path: PATH, lane: "parsing", limits: LIMITS };
const CHECKING: IntakeProgram = { path: PATH, lane: "checking", limits: { ...LIMITS, cpuSeconds: 3 } };

/** A file of an archive. `stream` must be consumed before the next file is unpacked. */
export type ArchiveMember = MemberPlace & {
  stream: Readable;
  check: (mimeType: string) => Promise<void>;
};

function findRule(mimeType: string): ArchiveRule | undefined {
  const { parts, text } = findDocumentType(mimeType) ?? {};
  if (parts) return { limits: OFFICE_LIMITS, parts };
  return text === "unpacked" ? { limits: ARCHIVE_LIMITS } : undefined;
}

/**
 * Checks the central directory of a ZIP archive, or of a document in that format, without unpacking it. Files of
 * other types pass.
 * @throws IntakeError naming the broken rule; `code` is `too_large` above a size limit, and `no_document` without the
 * parts of the document type
 */
export async function checkArchive(
  { mimeType, groupId }: { mimeType: string; groupId: string },
  open: () => Readable,
): Promise<void> {
  const rule = findRule(mimeType);
  if (!rule) return;
  await withIntake(CHECKING, groupId, {}, async (intake) => {
    await intake.put(open());
    await intake.call("checkInput", rule);
  });
}

/**
 * Unpacks a stored ZIP archive and the archives inside it, one file at a time. A broken rule may be detected only
 * halfway through, so callers must discard everything when this throws.
 * @throws IntakeError naming the broken rule
 */
export async function unpack(
  { key, groupId }: { key: string; groupId: string },
  each: (member: ArchiveMember) => Promise<void>,
): Promise<void> {
  await withIntake(UNPACKING, groupId, {}, async (intake) => {
    await intake.put(await openFile(key));
    for (;;) {
      const place = await intake.call<MemberPlace | null>("unpackNext", ARCHIVE_LIMITS);
      if (!place) return;
      await each({
        ...place,
        stream: await intake.read("member"),
        check: (type) => checkMember(intake, type),
      });
    }
  });
}

async function checkMember(intake: Intake, mimeType: string): Promise<void> {
  const rule = findRule(mimeType);
  if (rule) await intake.call("checkMember", rule);
}
