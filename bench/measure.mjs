// Rounds, quantiles and rows. Rounds of the baseline and of the product alternate and ratios are taken within a
// round, because a shared machine's speed drifts.
import { loadavg } from "node:os";

export const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
export const median = (values) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

export function summary(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), p99: quantile(sorted, 0.99) };
}

/**
 * Runs `call(caller, n)` from `callers` concurrent callers, `each` times per caller. Returns the times in
 * milliseconds and the total.
 */
export async function load({ callers, each, call }) {
  const times = [];
  const began = performance.now();
  const caller = async (number) => {
    for (let n = 0; n < each; n += 1) {
      const start = performance.now();
      await call(number, n);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return { times, took: performance.now() - began };
}

/**
 * Measures the sides alternately. `sides` is `{ baseline, product }`, each a function that runs one round and returns
 * `{ times, … }`. The first round of each is dropped.
 */
export async function rounds(count, sides) {
  const done = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= count; round += 1) {
    for (const [name, side] of Object.entries(sides)) {
      const result = await side(round === 0);
      if (round > 0) done[name].push({ ...result, ...summary(result.times) });
    }
  }
  return done;
}

/** Returns the median over all rounds of `of(product) / of(baseline)`. */
export const ratio = ({ product, baseline }, of) =>
  median(product.map((one, round) => of(one) / of(baseline[round])));

export const spread = (values) => Math.max(...values) / Math.max(1e-9, Math.min(...values));

/** Builds a report row of times. `must` and `target` limit the ratio of `of`, by default the median of a round. */
export function row(name, done, { must, target, of = (round) => round.p50, unit = "ms", note = "" } = {}) {
  const value = ratio(done, of);
  return {
    name,
    unit,
    product: summary(done.product.flatMap(({ times }) => times)),
    baseline: summary(done.baseline.flatMap(({ times }) => times)),
    ratio: value,
    spread: spread(done.baseline.map(of)),
    load: loadavg()[0],
    must: must === undefined ? undefined : `${must}×`,
    target: target === undefined ? undefined : `${target}×`,
    verdict: verdict(value, must, target),
    note,
  };
}

export function figure(
  name,
  { product, baseline, unit, must, target, by = "ratio", more = false, note = "", spread: noise },
) {
  const value = baseline === undefined ? undefined : product / baseline;
  const judged = by === "ratio" ? value : product;
  const shown = (limit) =>
    limit === undefined ? undefined : by === "ratio" ? `${limit}×` : `${limit} ${unit}`;
  return {
    name,
    unit,
    product: { p50: product },
    baseline: { p50: baseline },
    ratio: value,
    spread: noise,
    load: loadavg()[0],
    must: shown(must),
    target: shown(target),
    verdict: more ? verdict(-judged, negative(must), negative(target)) : verdict(judged, must, target),
    note,
  };
}

const negative = (limit) => (limit === undefined ? undefined : -limit);
const verdict = (value, must, target) => {
  if (target !== undefined && value <= target) return "target";
  if (must !== undefined) return value <= must ? "must" : "MISSED";
  return target === undefined ? "" : "above";
};
