const MB = 1024 * 1024;

/** Limits of one call of an intake program. A call that exceeds one ends its process. */
export type IntakeLimits = {
  /** CPU time of all threads together. */
  cpuSeconds: number;
  /** Wall-clock time. */
  seconds: number;
  /** Resident memory of the process. */
  memoryMb: number;
  /** Covers the input file, response bodies, and bytes received by a connection. */
  inputMb: number;
  /** Covers yielded values and written files. */
  outputMb: number;
  /** Covers yielded values. */
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

/** The reason why an input was not read. `message` is a sentence for users and names the exceeded limit, if any. */
export class IntakeError extends Error {
  override readonly name = "IntakeError";

  constructor(
    message: string,
    readonly fault?: IntakeFault,
    /** Set for problems that the application handles. */
    readonly code?: string,
  ) {
    super(message);
  }

  /** Replaces "It", with which `message` begins, by the subject. */
  describe(subject: string): string {
    return this.message.replace(/^It\b/, subject);
  }
}

/** The messages must be listed in `reasons` of the language catalogs. */
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
