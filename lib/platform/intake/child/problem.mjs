// @ts-check

export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} [code] set for problems that the application handles
   */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

const MAX_MESSAGE_CHARACTERS = 500;
// The input doesn't cause them.
const SYSTEM_ERRORS = ["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"];

/**
 * Returns the message of a Problem, or a generic sentence for other errors, whose message may quote the input.
 * @param {unknown} error
 * @returns {{ message: string, code?: string }}
 */
export function toSentence(error) {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { message: "It is nested too deeply.", code: "depth" };
  const { code, isFromHost } = /** @type {{ code?: string, isFromHost?: boolean }} */ (error ?? {});
  if (error instanceof Error && (error instanceof Problem || isFromHost))
    return { message: error.message.slice(0, MAX_MESSAGE_CHARACTERS), code };
  if (SYSTEM_ERRORS.includes(code ?? ""))
    return { message: "It could not be read: the program that reads it crashed.", code: "system" };
  return { message: "It could not be read: it seems to be damaged.", code: "damaged" };
}
