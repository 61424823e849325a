import { Readable } from "node:stream";
import { AppError } from "@/lib/platform/errors";
import { IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { log } from "@/lib/platform/log";
import { discardFiles, openUpload, storeFile } from "@/lib/platform/storage/service";

const PROGRAM: IntakeProgram = {
  path: "lib/platform/rendering/intake/write-word.mjs",
  lane: "parsing",
  limits: { cpuSeconds: 20, seconds: 60, memoryMb: 768, inputMb: 5, outputMb: 50 },
};

type WordOptions = {
  title: string;
  /** A plain text has no marks; its lines are paragraphs. */
  isMarkdown: boolean;
  /** URL that relative addresses are resolved against. */
  base: string;
};

/**
 * Writes a text as a Word document in a separate process, which ends before the document is read.
 * @param owner the group whose queue the process waits in
 * @throws AppError too_large when a limit is exceeded
 */
export async function writeWord(
  owner: string,
  text: string,
  options: WordOptions,
  signal: AbortSignal,
): Promise<Readable> {
  const file = await writeToFile(owner, text, options, signal);
  const stream = openUpload(file);
  stream.once("close", () => void discardFiles([file]));
  return stream;
}

async function writeToFile(owner: string, text: string, options: WordOptions, signal: AbortSignal) {
  try {
    return await withIntake(PROGRAM, owner, { signal }, async (intake) => {
      await intake.put(Readable.from([Buffer.from(text)]));
      await intake.call("writeWord", options);
      return storeFile(await intake.read("document"));
    });
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    log.warn({ err: error }, "a text was too much work for a Word file");
    throw new AppError(
      "too_large",
      "This text is too large for a Word file. Divide it into several pages, or download it as Markdown.",
    );
  }
}
