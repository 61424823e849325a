import { z } from "zod";
import { type Intake, IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { type OpenSource, type SourceContext, SourceError, type SourceFile } from "../source-types";

/**
 * Reads a source through an intake program with the methods `open`, which receives the settings, `list`, which yields
 * items, and `read`, which writes a file named `file`.
 */

type ProgramOptions = Omit<Parameters<typeof withIntake>[2], "signal"> & {
  settings: object;
  onOpen?: (result: unknown) => void;
  /** Returns an error for a code that the program has no message for. */
  toError?: (code: string) => Error | undefined;
};

const MAX_PATH_BYTES = 2_000;
const MAX_VERSION_CHARACTERS = 500;
const TOO_LARGE = "too_large";

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
const version = z.string().max(MAX_VERSION_CHARACTERS).refine(isStorable).nullable();
const path = z
  .string()
  .min(1)
  .refine((text) => isStorable(text) && Buffer.byteLength(text) <= MAX_PATH_BYTES);
const Items = z.array(z.object({ path, version }));
const ReadResult = z.union([
  z.literal("unchanged"),
  z.object({ version, name: z.string().max(MAX_PATH_BYTES).optional() }),
]);

/**
 * Opens a source through an intake program. When the program exceeds a limit and ends, reading the next file starts
 * another one.
 * @throws SourceError
 */
export async function openProgram(
  program: IntakeProgram,
  { groupId, signal }: Pick<SourceContext, "groupId" | "signal">,
  { settings, onOpen, toError, ...options }: ProgramOptions,
): Promise<OpenSource> {
  let session: { intake: Intake; end: () => Promise<void> } | undefined;

  async function start() {
    const opened = Promise.withResolvers<Intake>();
    const over = Promise.withResolvers<void>();
    const running = withIntake(program, groupId, { ...options, signal }, async (intake) => {
      const result = await intake.call("open", settings);
      onOpen?.(result);
      opened.resolve(intake);
      await over.promise;
    });
    running.catch(opened.reject);
    const end = () => {
      over.resolve();
      return running;
    };
    session = { intake: await opened.promise, end };
    return session;
  }

  async function close() {
    const ended = session;
    session = undefined;
    await ended?.end();
  }

  async function fail(error: unknown): Promise<never> {
    if (!(error instanceof IntakeError)) throw error;
    if (error.fault) await close();
    throw (error.code && toError?.(error.code)) || toSourceError(error);
  }

  await start().catch(fail);
  return {
    async *list() {
      try {
        const { intake } = session ?? (await start());
        for await (const batch of intake.stream("list")) yield parse(Items, batch) satisfies SourceFile[];
      } catch (error) {
        await fail(error);
      }
    },
    async read(item, previousVersion) {
      try {
        const { intake } = session ?? (await start());
        const result = parse(ReadResult, await intake.call("read", { ...item, previousVersion }));
        if (result === "unchanged") return result;
        const stream = await intake.read("file");
        return { stream, name: result.name, version: item.version ?? result.version };
      } catch (error) {
        return fail(error);
      }
    },
    close,
  };
}

function parse<T>(shape: z.ZodType<T>, value: unknown): T {
  const { data, success } = shape.safeParse(value);
  if (!success) throw new SourceError("It could not be read: the program that reads it crashed.");
  return data;
}

function toSourceError({ message, fault, code }: IntakeError): SourceError {
  const isPermanent = code === TOO_LARGE || (fault !== undefined && fault !== "seconds" && fault !== "crash");
  return new SourceError(message, isPermanent);
}
