import { FairQueue } from "@/lib/platform/fair-queue";
import { single } from "@/lib/platform/singleton";
import { Intake, type IntakeOptions } from "./intake";
import { DEFAULT_LIMITS, type IntakeLimits } from "./limits";

export type { Intake, IntakeRequest } from "./intake";
export { IntakeError } from "./limits";
export { ScratchDirectory } from "./scratch-directory";

/**
 * Everything whose bytes or protocol come from outside is read by an intake program: a module in a folder `intake` of its
 * noun, which runs in a process without environment, database or files of others.
 */
export type IntakeProgram = {
  /** From the root of the application: `lib/<floor>/<noun>/intake/<program>.mjs`. */
  path: string;
  /** `connection` for programs that wait for servers most of the time. */
  lane: "parsing" | "connection";
  limits?: Partial<IntakeLimits>;
  /** It loads machine code when it starts, and only then. */
  hasAddons?: boolean;
};

/** Processes at once. */
const MAX_PROCESSES = { parsing: 3, connection: 6 };
/** A mail server or an import in the background tries again, so few have to wait here. */
const MAX_WAITING_PER_GROUP = 50;

const queues = () =>
  single("intake-queues", () => ({
    parsing: new FairQueue(MAX_PROCESSES.parsing, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
    connection: new FairQueue(MAX_PROCESSES.connection, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
  }));

/**
 * Runs a program for as long as `use` calls its methods.
 * @param owner the group whose input is read, or where that is unknown yet, the sender's address
 * @throws IntakeError naming the limit that was crossed; AppError rate_limited when too much of the owner waits already
 */
export function withIntake<T>(
  program: IntakeProgram,
  owner: string,
  options: IntakeOptions,
  use: (intake: Intake) => Promise<T>,
): Promise<T> {
  const run = async () => {
    options.signal?.throwIfAborted();
    const intake = new Intake(program, { ...DEFAULT_LIMITS, ...program.limits }, options);
    try {
      return await use(intake);
    } finally {
      await intake.close();
    }
  };
  return queues()[program.lane].run(owner, run, options.signal);
}
