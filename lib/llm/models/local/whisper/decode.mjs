// Decodes the tokens of an audio window.
// https://github.com/openai/whisper/blob/main/whisper/decoding.py
import { END, getLanguageToken, LANGUAGES, NO_SPEECH, START, TIMES } from "./vocabulary.mjs";

// Maximum initial timestamp: 50 steps, that is one second.
const LATEST_START = 50;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Decoder state for one window.
 * @typedef {{ read: (tokens: number[]) => Promise<Float32Array> }} Reader appends tokens and returns the logits of
 * the next one
 */

/** @returns {number} the maximum of a range */
function largest(values, from, to) {
  let most = NEVER;
  for (let at = from; at < to; at++) if (values[at] > most) most = values[at];
  return most;
}

/** @returns {number} log-sum-exp of a range */
function logSum(values, from, to) {
  const most = largest(values, from, to);
  if (most === NEVER) return NEVER;
  let sum = 0;
  for (let at = from; at < to; at++) sum += Math.exp(values[at] - most);
  return most + Math.log(sum);
}

/** Returns the most probable language of a window, from the logits after the first token. @returns {string} */
export function getLikeliestLanguage(logits) {
  const score = (code) => logits[getLanguageToken(code)];
  return LANGUAGES.reduce((best, code) => (score(code) > score(best) ? code : best));
}

/**
 * Decodes a window.
 * @param {Reader} reader
 * @param {{ before: number[], task: number[], most: number, unspoken: Set<number>, blank: number, temperature:
 * number, checkStopped: () => void }} how `before`: tokens of earlier windows; `task`: tokens after the start token
 * @returns {Promise<{ tokens: number[], average: number, noSpeech: number }>} `average`: mean log-probability
 */
export async function decodeWindow(
  reader,
  { before, task, most, unspoken, blank, temperature, checkStopped },
) {
  const first = await reader.read([...before, START]);
  const noSpeech = Math.exp(first[NO_SPEECH] - logSum(first, 0, first.length));
  const tokens = [];
  let sum = 0;
  let next = task;
  for (;;) {
    checkStopped();
    // Copies the logits, because suppressed ones are overwritten.
    const logits = (await reader.read(next)).slice();
    ruleOut(logits, tokens, unspoken, blank);
    const token = choose(logits, temperature);
    sum += logits[token] - logSum(logits, 0, logits.length);
    if (token === END || tokens.length === most) break;
    tokens.push(token);
    next = [token];
  }
  return { tokens, average: sum / (tokens.length + 1), noSpeech };
}

// Applies the timestamp rules: timestamps come in pairs around text and never decrease.
function ruleOut(logits, tokens, unspoken, blank) {
  for (const token of unspoken) logits[token] = NEVER;
  const isTime = (token) => token === undefined || token >= TIMES;
  if (tokens.length === 0) {
    logits[blank] = NEVER;
    logits.fill(NEVER, 0, TIMES);
    logits.fill(NEVER, TIMES + LATEST_START + 1);
    return;
  }
  const isBehindTime = isTime(tokens.at(-1));
  const isPair = isBehindTime && isTime(tokens.at(-2));
  if (isPair) logits.fill(NEVER, TIMES);
  else if (isBehindTime) logits.fill(NEVER, 0, END);
  const last = tokens.findLast(isTime);
  if (last !== undefined) logits.fill(NEVER, TIMES, isBehindTime && !isPair ? last : last + 1);
  // Forces a timestamp if timestamps together are more probable than any text token.
  const mostOfText = largest(logits, 0, TIMES);
  if (logSum(logits, TIMES, logits.length) > mostOfText) logits.fill(NEVER, 0, TIMES);
}

/** @param {number} temperature 0 selects the most probable token */
function choose(logits, temperature) {
  let best = 0;
  for (let at = 1; at < logits.length; at++) if (logits[at] > logits[best]) best = at;
  if (temperature === 0) return best;
  const scaled = logits.map((value) => value / temperature);
  let left = Math.random() * Math.exp(logSum(scaled, 0, scaled.length) - scaled[best]);
  for (let at = 0; at < scaled.length; at++) {
    left -= Math.exp(scaled[at] - scaled[best]);
    if (left <= 0) return at;
  }
  return best;
}
