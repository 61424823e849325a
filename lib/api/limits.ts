import { isEmbedded } from "@/db/transaction";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";
import type { Allowance } from "./contract";
import * as queries from "./queries";

/** How often a caller may do something: `most` times in each window of `seconds`. */
export type Limit = { name: string; most: number; seconds: number };
export type RateLimitState = { limit: number; remaining: number; resetSeconds: number };

/**
 * What this process holds of a caller's allowance in one window. With several
 * processes on one database each takes a part at a time (`leased`), so the sum
 * never exceeds the limit and most calls cost no query.
 */
type Bucket = {
  window: number;
  endsAt: number;
  leased: number;
  used: number;
  /** What all processes had yet to lease when this one last did. */
  unleased: number;
  leasing?: Promise<void>;
};

const MOST_BUCKETS = 200_000;
const buckets = single("limits", () => {
  const map = new Map<string, Bucket>();
  setInterval(() => {
    const now = clock.now();
    for (const [key, bucket] of map) if (bucket.endsAt <= now) map.delete(key);
  }, 60_000).unref();
  return map;
});

export const limits = {
  requests: (): Limit => ({ name: "requests", most: config().RATE_LIMIT_REQUESTS, seconds: 60 }),
  messages: (): Limit => ({ name: "messages", most: config().RATE_LIMIT_MESSAGES, seconds: 60 }),
  heavy: (): Limit => ({ name: "heavy", most: config().RATE_LIMIT_HEAVY, seconds: 60 }),
  stops: (): Limit => ({ name: "stops", most: config().RATE_LIMIT_STOPS, seconds: 60 }),
  signInAccount: (): Limit => ({ name: "sign-in", most: config().RATE_LIMIT_SIGN_IN_ACCOUNT, seconds: 900 }),
  signInAddress: (): Limit => ({
    name: "sign-in-from",
    most: config().RATE_LIMIT_SIGN_IN_ADDRESS,
    seconds: 900,
  }),
  /** Of all sources that an account does not know, together. */
  signInStrangers: (): Limit => ({
    name: "sign-in-strangers",
    most: 10 * config().RATE_LIMIT_SIGN_IN_ACCOUNT,
    seconds: 900,
  }),
  publicSessions: (): Limit => ({
    name: "public-sessions",
    most: config().RATE_LIMIT_PUBLIC_SESSIONS,
    seconds: 60,
  }),
  visitorMessages: (): Limit => ({
    name: "visitor-messages",
    most: config().RATE_LIMIT_VISITOR_MESSAGES,
    seconds: 60,
  }),
  visitorMessagesFrom: (): Limit => ({
    name: "visitor-messages-from",
    most: config().RATE_LIMIT_VISITOR_MESSAGES_ADDRESS,
    seconds: 60,
  }),
  repeats: (): Limit => ({ name: "repeats", most: config().RATE_LIMIT_REQUESTS, seconds: 60 }),
  mails: (): Limit => ({ name: "mails", most: config().RATE_LIMIT_MAILS, seconds: 3600 }),
  invitations: (): Limit => ({
    name: "invitations",
    most: config().RATE_LIMIT_INVITATIONS,
    seconds: 3600,
  }),
  invitationsOfDay: (): Limit => ({
    name: "invitations-of-day",
    most: config().RATE_LIMIT_INVITATIONS_DAY,
    seconds: 86_400,
  }),
  /** Of one kind to one address, whoever asks for them. */
  mailbox: (): Limit => ({ name: "mailbox", most: 4 * config().RATE_LIMIT_MAILS, seconds: 3600 }),
} satisfies Record<Allowance, () => Limit> & Record<string, () => Limit>;

/**
 * Takes one from an allowance.
 * @throws AppError rate_limited (429) when there is none left in this window.
 */
export async function take(limit: Limit, caller: string): Promise<RateLimitState> {
  const bucket = bucketFor(`${limit.name}:${caller}`, limit.seconds);
  while (bucket.used >= bucket.leased) {
    bucket.leasing ??= lease(limit, caller, bucket).finally(() => {
      bucket.leasing = undefined;
    });
    const before = bucket.leased;
    await bucket.leasing;
    if (bucket.leased === before && bucket.used >= bucket.leased) throw tooMany(limit, bucket);
  }
  bucket.used++;
  return {
    limit: limit.most,
    remaining: bucket.unleased + bucket.leased - bucket.used,
    resetSeconds: secondsLeft(bucket),
  };
}

/** Gives back one that was taken, when what it was taken for turned out not to count. */
export function giveBack(limit: Limit, caller: string): void {
  const bucket = buckets.get(`${limit.name}:${caller}`);
  if (bucket && bucket.used > 0) bucket.used--;
}

/** Who a call counts for: what it was made with, and for members their account and group too, whatever they call with. */
export type Payers = { caller: string; account?: string; group?: string };

/**
 * Takes one from the allowance of everyone a call counts for.
 * @returns How the one stands who has least left
 * @throws AppError rate_limited (429)
 */
export async function takeForAll(limit: Limit, { caller, account, group }: Payers): Promise<RateLimitState> {
  const { RATE_LIMIT_ACCOUNT_TIMES: ofAccount, RATE_LIMIT_GROUP_TIMES: ofGroup } = config();
  const all = [await take(limit, caller)];
  if (account) all.push(await take({ ...limit, most: limit.most * ofAccount }, account));
  if (group) all.push(await take({ ...limit, most: limit.most * ofGroup }, group));
  return all.reduce((least, next) => (next.remaining < least.remaining ? next : least));
}

function bucketFor(key: string, seconds: number): Bucket {
  const window = Math.floor(clock.now() / 1000 / seconds);
  const held = buckets.get(key);
  if (held?.window === window) return held;
  const bucket: Bucket = { window, endsAt: (window + 1) * seconds * 1000, leased: 0, used: 0, unleased: 0 };
  buckets.delete(key);
  buckets.set(key, bucket);
  if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value!);
  return bucket;
}

async function lease(limit: Limit, caller: string, bucket: Bucket): Promise<void> {
  if (isEmbedded()) {
    bucket.leased = limit.most;
    return;
  }
  const count = Math.max(1, Math.floor(limit.most / 20));
  const before = await queries.takeFromWindow({
    key: `${limit.name}:${caller}`,
    window: bucket.window,
    count,
    endsAt: new Date(bucket.endsAt),
  });
  bucket.leased += Math.max(0, Math.min(count, limit.most - before));
  bucket.unleased = Math.max(0, limit.most - before - count);
}

const secondsLeft = (bucket: Bucket) => Math.max(1, Math.ceil((bucket.endsAt - clock.now()) / 1000));

function tooMany(limit: Limit, bucket: Bucket): AppError {
  const retryAfter = secondsLeft(bucket);
  return new AppError("rate_limited", `Too many requests. Try again in ${retryAfter} s.`, {
    retryAfter,
    headers: {
      "ratelimit-limit": String(limit.most),
      "ratelimit-remaining": "0",
      "ratelimit-reset": String(retryAfter),
    },
  });
}

/** How a caller stands, as headers of the answer. */
export const rateLimitHeaders = (standing: RateLimitState | undefined) =>
  standing && {
    "ratelimit-limit": String(standing.limit),
    "ratelimit-remaining": String(standing.remaining),
    "ratelimit-reset": String(standing.resetSeconds),
  };
