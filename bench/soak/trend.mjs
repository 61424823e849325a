// Detects growth in sampled values.

/** Growth per hour, as a share of the mean, that still counts as flat. */
const FLAT = 0.05;
/** Growth below this many standard deviations is indistinguishable from noise. */
const NOISE = 2;
/** Growth of a count by up to this many in the judged half is no leak, such as one more pooled connection. */
const SOME = 5;
const MIN_SPAN_SECONDS = 240;
const STEADY = 1.05;
/** Tolerated rows, because a sweep or a sample may be slightly early or late. */
const FEW = 30;

/**
 * Fits a least-squares line through points `[x, y]`. Returns its slope, the mean of y, and the standard deviation
 * from the line.
 */
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
 * Judges the second half of `[seconds, value]`; the first is warm-up. Values are measurements or counts.
 * @returns first, last: values; perHour: growth as a share of the mean; verdict: "flat", "flat within its noise",
 * "grows", "too short to tell"
 */
export function growth(series, { isCount = false } = {}) {
  const end = series.at(-1)[0];
  const half = series.filter(([at]) => at >= (series[0][0] + end) / 2);
  const { slope, mean, deviation } = line(half);
  const perHour = mean === 0 ? 0 : (slope * 3600) / mean;
  const span = end - half[0][0];
  const rise = slope * span;
  const isLong = span >= MIN_SPAN_SECONDS;
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
 * Judges rows that grow with messages, from samples `{ messages, rows }`: rows per message must not increase from the
 * first to the second half. They may decrease because of sweeps.
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
