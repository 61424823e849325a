import type { Readable } from "node:stream";
import { type Intake, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { openFile } from "@/lib/platform/storage/service";
import { documentType } from "./document-types";
import type { ArchiveRule, MemberPlace } from "./intake/unpack-archive.mjs";

const MB = 1024 * 1024;
/** What a ZIP archive may hold, those within it included. `ratio`: how many bytes may come out of each byte of it. */
const ARCHIVE_LIMITS = { members: 1_000, bytes: 200 * MB, ratio: 100 };
/** Documents of Office are ZIP archives too. Honest ones have been seen with a ratio of 89. */
const OFFICE_LIMITS = { members: 10_000, bytes: 200 * MB, ratio: 200 };

const PATH = "lib/ai/extraction/intake/unpack-archive.mjs";
const LIMITS = { cpuSeconds: 10, memoryMb: 256, inputMb: 60, outputMb: 210 };
const UNPACKING: IntakeProgram = { path: PATH, lane: "parsing", limits: LIMITS };
const CHECKING: IntakeProgram = { path: PATH, lane: "checking", limits: { ...LIMITS, cpuSeconds: 3 } };

/** `stream` is read to its end before the next file is unpacked. */
export type Member = MemberPlace & {
  stream: Readable;
  /** As `checkArchive`. */
  check: (mimeType: string) => Promise<void>;
};

/** What holds for the contents of files of a type; undefined for a type that is no ZIP archive. */
function findRule(mimeType: string): ArchiveRule | undefined {
  const { parts, text } = documentType(mimeType) ?? {};
  if (parts) return { limits: OFFICE_LIMITS, parts };
  return text === "unpacked" ? { limits: ARCHIVE_LIMITS } : undefined;
}

/**
 * Reads the list of contents of a ZIP archive, or of a document that is one inside; nothing is unpacked. Files of other types pass.
 * @throws IntakeError naming the rule that it breaks, with the code `too_large` or `no_document` for those
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
 * Unpacks a stored ZIP archive, and archives in it, one file after the other. When the archive breaks a rule this fails in the
 * middle, so keep nothing of it before all is done.
 * @throws IntakeError naming the rule
 */
export async function unpack(
  { key, groupId }: { key: string; groupId: string },
  each: (member: Member) => Promise<void>,
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
