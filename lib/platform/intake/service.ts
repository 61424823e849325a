import { AsyncLocalStorage } from "node:async_hooks";
import { FairQueue } from "@/lib/platform/fair-queue";
import { single } from "@/lib/platform/singleton";
import { Intake, type IntakeOptions } from "./intake";
import { DEFAULT_LIMITS, type IntakeLimits } from "./limits";

export type { Intake, IntakeRequest } from "./intake";
export { IntakeError } from "./limits";

/**
 * Everything whose bytes or protocol come from outside is read by an intake program: a module in a folder `intake` of its
 * noun, which runs in a process without environment, database or files of others.
 */
export type IntakeProgram = {
  /** From the root of the application: `lib/<floor>/<noun>/intake/<program>.mjs`. */
  path: string;
  /** `connection` for programs that wait for servers most of the time, `checking` for those that a request waits for and that take a second or two. */
  lane: "parsing" | "connection" | "checking";
  limits?: Partial<IntakeLimits>;
  /** It loads machine code when it starts, and only then. */
  hasAddons?: boolean;
};

/** Processes at once. */
const MAX_PROCESSES = { parsing: 3, connection: 6, checking: 3 };
/** A mail server or an import in the background tries again, so few have to wait here. */
const MAX_WAITING_PER_GROUP = 50;

const queues = () =>
  single("intake-queues", () => ({
    parsing: new FairQueue(MAX_PROCESSES.parsing, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
    connection: new FairQueue(MAX_PROCESSES.connection, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
    checking: new FairQueue(MAX_PROCESSES.checking, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
  }));

/**
 * Programs that run within another one, as for an attachment of a mail, take turns in its slot: they would wait for ever if all
 * slots were held by programs that wait for one.
 */
type Slot = { isHeld: boolean; within: FairQueue };
const slots = new AsyncLocalStorage<Slot>();

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
    const slot: Slot = {
      isHeld: true,
      within: new FairQueue(1, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
    };
    try {
      return await slots.run(slot, () => use(intake));
    } finally {
      slot.isHeld = false;
      await intake.close();
    }
  };
  const outer = slots.getStore();
  const queue = outer?.isHeld ? outer.within : queues()[program.lane];
  return queue.run(owner, run, options.signal);
}
