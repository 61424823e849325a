import { AsyncLocalStorage } from "node:async_hooks";
import { config } from "@/lib/platform/config";
import { FairQueue } from "@/lib/platform/fair-queue";
import { createOnce } from "@/lib/platform/once";
import { Intake, type IntakeOptions } from "./intake";
import { DEFAULT_LIMITS, type IntakeLimits } from "./limits";

export type { Intake, IntakeRequest } from "./intake";
export { IntakeError } from "./limits";

/**
 * A module in an `intake` folder that parses untrusted bytes or protocols. It runs in a process without the
 * application's environment variables, database or other files.
 */
export type IntakeProgram = {
  path: string;
  /** `connection`: mostly waits for servers; `checking`: takes a second or two while a request waits for it. */
  lane: "parsing" | "connection" | "checking";
  limits?: Partial<IntakeLimits>;
  hasAddons?: boolean;
};

const MAX_PROCESSES = { parsing: 3, connection: 6, checking: 3 };
// Small, because mail servers and background imports retry after a rejection.
const MAX_WAITING_PER_GROUP = 50;

const queues = createOnce(() => ({
  parsing: new FairQueue(MAX_PROCESSES.parsing, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
  connection: new FairQueue(MAX_PROCESSES.connection, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
  checking: new FairQueue(MAX_PROCESSES.checking, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
}));

// Programs nested in another one, such as for a mail's attachment, share its slot; waiting for a second slot could
// deadlock.
type Slot = { isHeld: boolean; within: FairQueue };
const slots = new AsyncLocalStorage<Slot>();

function getLimits({ limits }: IntakeProgram): IntakeLimits {
  const all = { ...DEFAULT_LIMITS, ...limits };
  const factor = config().INTAKE_CPU_PERCENT / 100;
  return {
    ...all,
    cpuSeconds: Math.ceil(all.cpuSeconds * factor),
    // Never less, because a busy machine takes longer for the same processor time.
    seconds: Math.ceil(all.seconds * Math.max(1, factor)),
  };
}

/**
 * Runs a program while `use` calls its methods.
 * @param owner group whose input is read, or the sender's address before the group is known
 * @throws IntakeError naming the exceeded limit; AppError rate_limited when the owner has too many waiting runs
 */
export function withIntake<T>(
  program: IntakeProgram,
  owner: string,
  options: IntakeOptions,
  use: (intake: Intake) => Promise<T>,
): Promise<T> {
  const run = async () => {
    options.signal?.throwIfAborted();
    const intake = new Intake(program, getLimits(program), options);
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
