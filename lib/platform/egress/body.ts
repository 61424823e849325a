import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { setImmediate as afterOthers } from "node:timers/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { closed, EgressError, explained } from "./errors";

/** Looks at each piece of a body, unpacked; what it returns breaks the body off. */
export type Check = (piece: Uint8Array) => Error | undefined;

const BODILESS = [204, 205, 304];
/**
 * Bytes that may wait for their reader before the server has to. A reader gets no more of them before others had their turn: one
 * that parses each of many small messages takes long for a few kilobytes.
 */
const MAX_BYTES_AHEAD = 16 * 1024;

const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** What `responseOf` unpacks. */
export const ACCEPTED = "gzip, deflate, br";

/** Breaks off what is longer than `most` bytes. */
export function atMost(most: number): Check {
  let size = 0;
  return (piece) => {
    size += piece.byteLength;
    return size > most ? new EgressError("garbage", "The server's answer is too long.") : undefined;
  };
}

/** An answer as `fetch` gives it, unpacked. Its body fails with an EgressError, or with the reason of `signal`. */
export function responseOf(
  answer: IncomingMessage,
  method: string,
  check: Check,
  signal: AbortSignal,
): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const status = answer.statusCode!;
  const isBodiless = method === "HEAD" || BODILESS.includes(status);
  if (isBodiless) answer.resume();
  return new Response(isBodiless ? null : bodyOf(answer, headers, check, signal), { status, headers });
}

function bodyOf(answer: IncomingMessage, headers: Headers, check: Check, signal: AbortSignal) {
  const body = unpacked(answer);
  if (body !== answer) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return streamOf(body, check, signal);
}

/** The body of an answer without what it was packed with. */
export function unpacked(answer: IncomingMessage): Readable {
  const unpacker = unpackers[answer.headers["content-encoding"]?.toLowerCase() ?? ""]?.();
  if (!unpacker) return answer;
  // Its error is the unpacker's too, which is read.
  pipeline(answer, unpacker, () => {});
  return unpacker;
}

/** As `Readable.toWeb`, which costs more than twice as much for a reply of many small pieces. */
function streamOf(source: Readable, check: Check, signal: AbortSignal): ReadableStream<Uint8Array> {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  /** What came in one piece that is too large to be passed on at once. */
  let rest: Uint8Array | undefined;
  let hasEnded = false;
  let bytes = 0;
  const pass = (piece: Uint8Array) => {
    const part = piece.subarray(0, MAX_BYTES_AHEAD);
    rest = part.length < piece.length ? piece.subarray(part.length) : undefined;
    bytes += part.length;
    controller.enqueue(part);
    if (rest || controller.desiredSize! <= 0) source.pause();
  };
  const leave = readPieces(source, signal, {
    piece(piece) {
      const fault = check(piece);
      if (fault) throw fault;
      // A paused source may bring a last piece.
      if (rest) rest = Buffer.concat([rest, piece]);
      else pass(piece);
    },
    end() {
      hasEnded = true;
      if (!rest) controller.close();
    },
    fail: (error) => controller.error(error),
  });
  const goOn = () => {
    if (!rest) return void source.resume();
    pass(rest);
    if (!rest && hasEnded) controller.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      async pull() {
        if (bytes >= MAX_BYTES_AHEAD) {
          await afterOthers();
          bytes = 0;
        }
        goOn();
      },
      cancel: leave,
    },
    { highWaterMark: MAX_BYTES_AHEAD, size: (piece) => piece.length },
  );
}

type PieceReader = {
  /** What it throws ends the reading, as a failure. */
  piece: (bytes: Buffer) => void;
  end: () => void;
  /** With an EgressError, the reason of the signal, or what `piece` threw. */
  fail: (error: unknown) => void;
};

/**
 * Reads a body as it comes, until it ends or fails. What one read of the connection brought is one piece. Pause the
 * source to have the server wait. The answer leaves it: nothing is read any more, and the connection closes.
 */
export function readPieces(source: Readable, signal: AbortSignal, reader: PieceReader): () => void {
  const pieces: Buffer[] = [];
  let isOver = false;
  const leave = () => {
    isOver = true;
    signal.removeEventListener("abort", stop);
    source.destroy();
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    leave();
    reader.fail(error);
  };
  const stop = () => fail(signal.reason);
  const flush = () => {
    if (isOver || pieces.length === 0) return;
    const read = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces.length = 0;
    try {
      reader.piece(read);
    } catch (error) {
      fail(error);
    }
  };
  signal.addEventListener("abort", stop, { once: true });
  source.on("data", (piece: Buffer) => {
    if (pieces.push(piece) === 1) queueMicrotask(flush);
  });
  source.once("end", () => {
    flush();
    if (isOver) return;
    leave();
    reader.end();
  });
  source.on("error", (error) => {
    flush();
    fail(explained(error));
  });
  source.once("close", () => {
    flush();
    // Every body closes in the end, and an error is dear.
    if (!isOver) fail(closed());
  });
  return leave;
}
