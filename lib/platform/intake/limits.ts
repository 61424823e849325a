const MB = 1024 * 1024;

/** The bounds of one call of an intake program. A call that crosses one ends its process. */
export type IntakeLimits = {
  /** Of processor time, all threads together. */
  cpuSeconds: number;
  /** On the clock. */
  seconds: number;
  /** Resident memory of the process. */
  memoryMb: number;
  /** The input file, bodies of responses and what a connection receives. */
  inputMb: number;
  /** Yielded values and written files. */
  outputMb: number;
  /** Yielded values. */
  items: number;
};

export const DEFAULT_LIMITS: IntakeLimits = {
  cpuSeconds: 20,
  seconds: 60,
  memoryMb: 512,
  inputMb: 50,
  outputMb: 100,
  items: 100_000,
};

export type IntakeFault = keyof IntakeLimits | "crash";

/** Why an input was not read. `message` is a sentence for a person and names the limit, if one was crossed. */
export class IntakeError extends Error {
  override readonly name = "IntakeError";

  constructor(
    message: string,
    readonly fault?: IntakeFault,
    /** Tells apart what a program reports. */
    readonly code?: string,
  ) {
    super(message);
  }

  /** The sentence about something that has a name: `message` begins with "It". */
  describe(subject: string): string {
    return this.message.replace(/^It\b/, subject);
  }
}

/** The sentences are named in `reasons` of the language catalogues. */
export function toIntakeError(fault: IntakeFault, limits: IntakeLimits): IntakeError {
  return new IntakeError(describeFault(fault, limits), fault);
}

function describeFault(fault: IntakeFault, limits: IntakeLimits): string {
  switch (fault) {
    case "cpuSeconds":
      return `It takes more than ${limits.cpuSeconds} seconds of processor time to read.`;
    case "seconds":
      return `It takes longer than ${limits.seconds} seconds to read.`;
    case "memoryMb":
      return `It takes more than ${limits.memoryMb} MB of memory to read.`;
    case "inputMb":
      return `It is larger than ${limits.inputMb} MB.`;
    case "outputMb":
      return `It holds more than ${limits.outputMb} MB.`;
    case "items":
      return `It holds more than ${limits.items.toLocaleString("en")} entries.`;
    case "crash":
      return "It could not be read: the program that reads it crashed.";
  }
}

export const toBytes = (megabytes: number): number => megabytes * MB;
