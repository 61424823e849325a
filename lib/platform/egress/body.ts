import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { setImmediate as afterOthers } from "node:timers/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { createClosedError, EgressError, toEgressError } from "./errors";

export type Check = (piece: Uint8Array) => Error | undefined;

const BODILESS = [204, 205, 304];
// Number of buffered bytes above which reading from the server pauses. After this many bytes, a reader yields to other
// readers, because parsing many small messages takes long even for a few kilobytes.
const MAX_BYTES_AHEAD = 16 * 1024;

const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
export const ACCEPTED = "gzip, deflate, br";

export function createLimitCheck(most: number): Check {
  let size = 0;
  return (piece) => {
    size += piece.byteLength;
    return size > most ? new EgressError("garbage", "The server's answer is too long.") : undefined;
  };
}

export function toResponse(
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
  return new Response(isBodiless ? null : readBody(answer, headers, check, signal), { status, headers });
}

function readBody(answer: IncomingMessage, headers: Headers, check: Check, signal: AbortSignal) {
  const body = unpackBody(answer);
  if (body !== answer) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return toWebStream(body, check, signal);
}

export function unpackBody(answer: IncomingMessage): Readable {
  const unpacker = unpackers[answer.headers["content-encoding"]?.toLowerCase() ?? ""]?.();
  if (!unpacker) return answer;
  // A failure of the response also destroys the decompressor, where the reader sees it.
  pipeline(answer, unpacker, () => {});
  return unpacker;
}

// Replaces `Readable.toWeb`, which costs more than twice as much for a response of many small chunks.
function toWebStream(source: Readable, check: Check, signal: AbortSignal): ReadableStream<Uint8Array> {
  let controller: ReadableStreamDefaultController<Uint8Array>;
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
      // A paused source may still emit one chunk.
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
  piece: (bytes: Buffer) => void;
  end: () => void;
  fail: (error: unknown) => void;
};

/**
 * Reads a body until it ends or fails, and passes all chunks of one socket read on as one. Pause the source for
 * backpressure. The returned function stops reading and closes the connection.
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
    fail(toEgressError(error));
  });
  source.once("close", () => {
    flush();
    // Every body eventually emits "close", and creating an error is expensive, so it is created only when needed.
    if (!isOver) fail(createClosedError());
  });
  return leave;
}
