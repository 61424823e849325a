import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isEmbedded } from "@/db/transaction";
import { conflict, invalid } from "@/lib/platform/errors";
import { assertNotFull } from "@/lib/platform/quota/service";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import type { Idempotency } from "./actor";
import type { UploadedFile } from "./contract";
import * as queries from "./queries";
import type { ReadInput } from "./read-input";

/**
 * Implements `Idempotency-Key`: a repeated key of the same caller within 24 hours returns the first response without
 * repeating the work. Follows draft-ietf-httpapi-idempotency-key-header, except where the contract decides.
 */
export type Key = Idempotency & {
  userId: number | undefined;
};
export type IdempotentResponse = { status: number; answer: unknown };

// Cached for a second, so concurrent responses may slightly exceed the quota.
const keyRoom = createCachedRead("key-room", (userId: number) => assertNotFull("keys", { userId }));

const running = new Set<string>();

/** @throws InvalidInput for an empty or overlong key */
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

export const isKnown = async (key: Key): Promise<boolean> => (await queries.findKey(key)) !== undefined;

/**
 * Fingerprints a request by operation, input and file contents. Direct uploads can be claimed only once, so a
 * repeated request has their ids but not their contents; a second fingerprint covers the ids.
 * @param uploads the field `upload_ids`, the files sent with it, and the error if the uploads could not be claimed
 */
export function hashRequest(
  operation: string,
  { params, query, body, files }: ReadInput,
  uploads?: { ids: string; beside: UploadedFile[]; fault?: unknown },
): string {
  const fields = typeof body === "object" && body !== null ? { ...body, files: undefined } : body;
  const print = (contents: UploadedFile[], ids?: string) =>
    createHash("sha256")
      .update(JSON.stringify([operation, params, query, fields, contents.map(toFingerprint), ids]))
      .digest("hex");
  if (!uploads) return print(files);
  const named = print(uploads.beside, uploads.ids);
  return uploads.fault ? named : `${print(files)} ${named}`;
}
const toFingerprint = ({ fileName, sha256 }: UploadedFile) => [fileName, sha256];

const areSame = (first: string, second: string): boolean => {
  const known = new Set(first.split(" "));
  return second.split(" ").some((print) => known.has(print));
};

/**
 * Runs `first`, or returns the stored response when a request with this key has completed. `recover` produces the
 * response when a process died after storing its message.
 * @throws InvalidInput when the key was used for a different request; AppError conflict when it is still running
 * after 10 seconds; too_large when the quota for stored responses is used up
 */
export async function runOnce(
  key: Key,
  print: string,
  first: () => Promise<IdempotentResponse>,
  recover: (messageId: number) => Promise<IdempotentResponse>,
): Promise<IdempotentResponse> {
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
    // With a single process, a request that isn't running here is dead. With several, a live request renews its lease.
    const isOrphan = isEmbedded() && !running.has(row.claim ?? "");
    if (row.isFree || isOrphan) {
      const taken = await queries.reclaimKey(key, { from: row.claim, isOrphan });
      if (taken) return run(key, () => (taken.messageId === null ? first() : recover(taken.messageId)));
    }
    if (performance.now() > until) throw conflict("The first request with this key is still running.");
    await wait(50);
  }
}

const RENEWAL_INTERVAL_MS = 2000;

async function run(key: Key, work: () => Promise<IdempotentResponse>): Promise<IdempotentResponse> {
  running.add(key.claim);
  // If renewing fails, the lease expires and later writes of this request are rejected.
  const renewal = setInterval(() => void queries.renewKey(key).catch(() => {}), RENEWAL_INTERVAL_MS).unref();
  try {
    const settled = await work();
    await queries.completeKey({ ...key, ...settled });
    return settled;
  } catch (error) {
    // If the database is unavailable, the key stays claimed until its lease expires.
    const wasOurs = await queries.releaseKey(key).catch(() => true);
    if (!wasOurs) throw conflict("This request was superseded by a retry.");
    throw error;
  } finally {
    clearInterval(renewal);
    running.delete(key.claim);
  }
}
