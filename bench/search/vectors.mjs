// Synthetic vectors that are distributed like text embeddings: clusters within clusters, with an intrinsic dimension
// far below their length. Deterministic.
export const DIMENSIONS = 512;
const TOPICS = 300;
const SUBJECTS = 20;
const DIRECTIONS = 24;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Approximates a normal distribution. */
const normal = (next) => (next() + next() + next() + next() - 2) * 1.732;
const gauss = (next) => Float32Array.from({ length: DIMENSIONS }, () => normal(next) / Math.sqrt(DIMENSIONS));

function axpy(to, factor, from) {
  for (let at = 0; at < DIMENSIONS; at++) to[at] += factor * from[at];
}

/** Generates vectors by subject; subject s of topic t has the number t * SUBJECTS + s. */
export function world() {
  const next = random(7);
  const topics = Array.from({ length: TOPICS }, () => gauss(next));
  const subjects = topics.flatMap((topic) =>
    Array.from({ length: SUBJECTS }, () => {
      const vector = Float32Array.from(topic);
      axpy(vector, 0.8, gauss(next));
      return vector;
    }),
  );
  const directions = Array.from({ length: 128 }, () => gauss(next));
  const generateVector = (subject, own) => {
    const vector = Float32Array.from(subjects[subject]);
    for (let at = 0; at < DIRECTIONS; at++) {
      axpy(vector, 0.2 * normal(own), directions[(subject * 7 + at * 5) % directions.length]);
    }
    axpy(vector, 0.15, gauss(own));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  return { subjects: subjects.length, generateVector };
}
