import { endless } from "../failures";
import { LARGEST_LINE, LARGEST_REPLY, NEWLINE } from "../guarded-fetch";

const RETURN = 13;
const SPACE = 32;

/**
 * Takes the bytes of an event stream and gives the data of each event. A piece is decoded once, as far as its lines
 * are whole; fields other than `data` mean nothing in a reply.
 */
export class EventData {
  /** The beginning of a line that isn't whole yet. */
  #rest: Buffer[] = [];
  #restSize = 0;
  #hasBegun = false;
  #size = 0;
  #data: string | undefined;
  readonly #take: (data: string) => void;

  constructor(take: (data: string) => void) {
    this.#take = take;
  }

  /** @throws ModelError when a line, or all of it, is too long; what `take` throws */
  push(piece: Buffer): void {
    this.#size += piece.length;
    const end = piece.lastIndexOf(NEWLINE) + 1;
    this.#restSize = end === 0 ? this.#restSize + piece.length : piece.length - end;
    if (this.#size > LARGEST_REPLY || this.#restSize > LARGEST_LINE) throw endless();
    if (end === 0) {
      this.#rest.push(piece);
      return;
    }
    const whole = end === piece.length ? piece : piece.subarray(0, end);
    const lines = this.#rest.length === 0 ? whole : Buffer.concat([...this.#rest, whole]);
    this.#rest = end === piece.length ? [] : [piece.subarray(end)];
    this.#lines(lines.toString());
  }

  /** The stream ended: an event counts also without the empty line behind it. */
  end(): void {
    this.#dispatch();
  }

  #lines(text: string): void {
    // A byte order mark at the very beginning.
    let from = !this.#hasBegun && text.startsWith("\ufeff") ? 1 : 0;
    this.#hasBegun = true;
    while (from < text.length) {
      const next = text.indexOf("\n", from) + 1;
      const to = text.charCodeAt(next - 2) === RETURN ? next - 2 : next - 1;
      if (to <= from) this.#dispatch();
      else if (text.startsWith("data:", from)) {
        const value = text.slice(text.charCodeAt(from + 5) === SPACE ? from + 6 : from + 5, to);
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      }
      from = next;
    }
  }

  #dispatch(): void {
    if (this.#data === undefined) return;
    const data = this.#data;
    this.#data = undefined;
    this.#take(data);
  }
}
