// Whether something that is sampled over time grows.

/** What is still called flat, as a part of the mean in an hour. */
const FLAT = 0.05;
/** Less than this is not told apart from how much the samples vary: so many of their deviations, over all that is looked at. */
const NOISE = 2;
/** So many more in half the time are no leak: one more connection of a pool, one more file of the database. */
const SOME = 5;
/** A line through less than this, in seconds, says nothing about an hour. */
const MIN_SAMPLES = 240;
/** Rows per message may differ so much between two halves. */
const STEADY = 1.05;
/** Rows that need no reason: a sweep or a sample lies a moment earlier or later. */
const FEW = 30;

/** The straight line through points `[x, y]` with the least squares: its slope, the mean of y, the deviation from it. */
export function line(points) {
  const count = points.length;
  const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / count;
  const [x, y] = [mean(0), mean(1)];
  let [across, both] = [0, 0];
  for (const point of points) {
    across += (point[0] - x) ** 2;
    both += (point[0] - x) * (point[1] - y);
  }
  const slope = across === 0 ? 0 : both / across;
  const rest = points.reduce((sum, point) => sum + (point[1] - y - slope * (point[0] - x)) ** 2, 0);
  return { slope, mean: y, deviation: Math.sqrt(rest / count) };
}

/**
 * Judges the second half of `[seconds, value]`: the first one warms up. Values are measures, or a count of things.
 * @returns first, last: values; perHour: growth as a part of the mean; verdict: "flat", "flat within its noise", "grows", "too short to tell"
 */
export function growth(series, { isCount = false } = {}) {
  const end = series.at(-1)[0];
  const half = series.filter(([at]) => at >= (series[0][0] + end) / 2);
  const { slope, mean, deviation } = line(half);
  const perHour = mean === 0 ? 0 : (slope * 3600) / mean;
  const span = end - half[0][0];
  const rise = slope * span;
  const isLong = span >= MIN_SAMPLES;
  const isFlat = perHour < FLAT || (isCount && rise <= SOME);
  const judged = isFlat ? "flat" : rise <= NOISE * deviation ? "flat within its noise" : "grows";
  return {
    first: series[0][1],
    last: series.at(-1)[1],
    mean,
    perHour,
    verdict: isLong ? judged : "too short to tell",
  };
}

/**
 * Judges rows that come with messages, of samples `{ messages, rows }`: as many per message in the second half as in
 * the first, or fewer, because a sweep takes some.
 * @returns first, last: rows; early, late: rows per message; verdict: "steady", "grows"
 */
export function perMessage(samples) {
  const [first, last] = [samples[0], samples.at(-1)];
  const middle = samples[Math.floor(samples.length / 2)];
  const gained = (from, to) => ({ rows: to.rows - from.rows, messages: to.messages - from.messages });
  const [early, late] = [gained(first, middle), gained(middle, last)];
  const rate = ({ rows, messages }) => (messages === 0 ? 0 : rows / messages);
  const expected = rate(early) * late.messages;
  const isSteady = late.rows <= expected * STEADY + FEW;
  return {
    first: first.rows,
    last: last.rows,
    early: rate(early),
    late: rate(late),
    verdict: isSteady ? "steady" : "grows",
  };
}
