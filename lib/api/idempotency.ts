import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isEmbedded } from "@/db/transaction";
import { conflict, invalid } from "@/lib/platform/errors";
import { assertNotFull } from "@/lib/platform/quota/service";
import { recent } from "@/lib/platform/recent/service";
import { single } from "@/lib/platform/singleton";
import type { Idempotency } from "./actor";
import type { UploadedFile } from "./contract";
import * as queries from "./queries";
import type { ReadInput } from "./read";

/**
 * `Idempotency-Key`: the same key and caller within 24 hours gets the first
 * answer, and nothing is done twice. After the IETF draft
 * draft-ietf-httpapi-idempotency-key-header, with the contract's decisions.
 */
export type Key = Idempotency & {
  /** Whose quota the answer counts towards; undefined for visitors. */
  userId: number | undefined;
};
export type Settled = { status: number; answer: unknown };

/** Looked up once a second at most, so answers that come within it may be more than the quota has room for. */
const keyRoom = recent("key-room", (userId: number) => assertNotFull("keys", { userId }));

/** The claims of requests that are running in this process. */
const running = single("idempotency", () => new Set<string>());

/** Checks the header. @throws InvalidInput for an empty or overlong key. */
export function readKey(
  header: string | undefined,
  caller: string,
  userId: number | undefined,
): Key | undefined {
  if (header === undefined) return undefined;
  if (header.length < 1 || header.length > 255) {
    throw invalid(["header", "Idempotency-Key"], "Must have 1 to 255 characters.");
  }
  return { caller, userId, key: header, claim: randomUUID() };
}

/** True when the key has been accepted before: its request is then admitted whatever the limits say. */
export const isKnown = async (key: Key): Promise<boolean> => (await queries.findKey(key)) !== undefined;

/**
 * What makes two requests the same: the operation, its input, and the contents
 * of its files. Files that were put into the bucket before can be taken once,
 * so that a repeated request has their names only: these stand beside it.
 * @param uploads The field `upload_ids`, what else came with the request, and why those could not be taken
 */
export function fingerprint(
  operation: string,
  { params, query, body, files }: ReadInput,
  uploads?: { ids: string; beside: UploadedFile[]; fault?: unknown },
): string {
  const fields = typeof body === "object" && body !== null ? { ...body, files: undefined } : body;
  const print = (contents: UploadedFile[], ids?: string) =>
    createHash("sha256")
      .update(JSON.stringify([operation, params, query, fields, contents.map(contentOf), ids]))
      .digest("hex");
  if (!uploads) return print(files);
  const named = print(uploads.beside, uploads.ids);
  return uploads.fault ? named : `${print(files)} ${named}`;
}
const contentOf = ({ fileName, sha256 }: UploadedFile) => [fileName, sha256];

const areSame = (first: string, second: string): boolean => {
  const known = new Set(first.split(" "));
  return second.split(" ").some((print) => known.has(print));
};

/**
 * Runs `first` unless the key's request has run already, then answers what that one did.
 * `recover` answers for a request whose process died after it had stored its message.
 * @throws InvalidInput when the key came with another request, AppError conflict while it still runs after 10 s,
 * too_large when its answer could not be kept
 */
export async function once(
  key: Key,
  print: string,
  first: () => Promise<Settled>,
  recover: (messageId: number) => Promise<Settled>,
): Promise<Settled> {
  const until = performance.now() + 10_000;
  for (;;) {
    if (await queries.claimKey({ ...key, fingerprint: print })) {
      return run(key, async () => {
        if (key.userId) await keyRoom.get(key.userId);
        return first();
      });
    }
    const row = await queries.findKey(key);
    if (!row) continue;
    if (!areSame(row.fingerprint, print)) {
      throw invalid(["header", "Idempotency-Key"], "This key was used for a different request.");
    }
    if (row.status) return { status: row.status, answer: row.answer };
    // With one process, whatever it does not run is over; of several, one that lives renews its lease.
    const isOrphan = isEmbedded() && !running.has(row.claim ?? "");
    if (row.isFree || isOrphan) {
      const taken = await queries.takeKey(key, { from: row.claim, isOrphan });
      if (taken) return run(key, () => (taken.messageId === null ? first() : recover(taken.messageId)));
    }
    if (performance.now() > until) throw conflict("The first request with this key is still running.");
    await wait(50);
  }
}

const RENEWED_EVERY = 2000;

async function run(key: Key, work: () => Promise<Settled>): Promise<Settled> {
  running.add(key.claim);
  // One that cannot be renewed ends, and what the request would still store is refused.
  const renewal = setInterval(() => void queries.renewKey(key).catch(() => {}), RENEWED_EVERY).unref();
  try {
    const settled = await work();
    await queries.settleKey({ ...key, ...settled });
    return settled;
  } catch (error) {
    // While the database is away it stays claimed until its lease is over.
    const wasOurs = await queries.releaseKey(key).catch(() => true);
    if (!wasOurs) throw conflict("This request was superseded by a retry.");
    throw error;
  } finally {
    clearInterval(renewal);
    running.delete(key.claim);
  }
}
