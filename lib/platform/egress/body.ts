import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { createClosedError, EgressError, toEgressError } from "./errors";
import { isTurnOver, waitForTurn } from "./loop-time";

export type Check = (piece: Uint8Array) => Error | undefined;

const BODILESS = [204, 205, 304];
// Maximum size of a piece for a reader. Parsing a few kilobytes of many small messages is slow.
const MAX_PIECE_BYTES = 16 * 1024;
// Fewer for a web stream, whose consumer works after the next piece has been added.
const MAX_STREAM_PIECE_BYTES = 4 * 1024;

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
  let goOn: (() => void) | undefined;
  const leave = readPieces(source, signal, {
    maxBytes: MAX_STREAM_PIECE_BYTES,
    piece(piece) {
      const fault = check(piece);
      if (fault) throw fault;
      controller.enqueue(piece);
      if (controller.desiredSize! > 0) return;
      return new Promise((resolve) => {
        goOn = resolve;
      });
    },
    end: () => controller.close(),
    fail: (error) => controller.error(error),
  });
  return new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    pull: () => goOn?.(),
    cancel: leave,
  });
}

type PieceReader = {
  maxBytes?: number;
  /** The next piece waits for the returned promise. */
  piece: (bytes: Buffer) => void | Promise<void>;
  end: () => void;
  fail: (error: unknown) => void;
};

/**
 * Reads a body in pieces until it ends or fails. Small chunks of one socket read are joined. Pieces wait while the
 * responses of all readers take long: one event loop turn may read 2 MB from a socket. The returned function stops
 * reading and closes the connection.
 */
export function readPieces(source: Readable, signal: AbortSignal, reader: PieceReader): () => void {
  const { maxBytes = MAX_PIECE_BYTES } = reader;
  let chunks: Buffer[] = [];
  let rest: Buffer | undefined;
  let isWaiting = false;
  let isOver = false;
  let finish: (() => void) | undefined;
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
  const takePiece = (): Buffer => {
    const bytes = rest ?? (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    if (!rest) chunks = [];
    rest = bytes.length > maxBytes ? bytes.subarray(maxBytes) : undefined;
    return bytes.subarray(0, maxBytes);
  };
  const passOn = () => {
    try {
      while (!isOver && !isWaiting) {
        if (!rest && chunks.length === 0) return finish?.();
        const wait = isTurnOver() ? waitForTurn() : reader.piece(takePiece());
        if (wait) pauseFor(wait);
      }
    } catch (error) {
      fail(error);
    }
  };
  const pauseFor = (wait: Promise<void>) => {
    isWaiting = true;
    source.pause();
    const goOn = () => {
      isWaiting = false;
      passOn();
      if (!isWaiting && !isOver) source.resume();
    };
    wait.then(goOn, fail);
  };
  const finishWith = (end: () => void) => {
    finish ??= end;
    passOn();
  };
  signal.addEventListener("abort", stop, { once: true });
  source.on("data", (chunk: Buffer) => {
    if (chunks.push(chunk) === 1) queueMicrotask(passOn);
  });
  source.once("end", () =>
    finishWith(() => {
      leave();
      reader.end();
    }),
  );
  source.on("error", (error) => finishWith(() => fail(toEgressError(error))));
  // Every body eventually emits "close", and creating an error is expensive, so it is created only when needed.
  source.once("close", () => finishWith(() => fail(createClosedError())));
  return leave;
}
