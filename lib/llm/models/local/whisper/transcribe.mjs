// Transcribes recordings of any length in windows.
// https://github.com/openai/whisper/blob/main/whisper/transcribe.py
import { deflateSync } from "node:zlib";
import { decodeWindow, getLikeliestLanguage } from "./decode.mjs";
import { RATE, WINDOW_SECONDS } from "./graph.mjs";
import {
  getLanguageToken,
  LANGUAGES,
  PREVIOUS,
  SECONDS_PER_TIME,
  START,
  TIMES,
  TRANSCRIBE,
  TRANSLATE,
} from "./vocabulary.mjs";

// Temperatures to try in turn when the output is repetitive or improbable.
const TEMPERATURES = [0, 0.4, 0.8];
const MAX_COMPRESSION_RATIO = 2.4;
const MIN_AVERAGE_LOG_PROBABILITY = -1;
// Above this no-speech probability, a window with improbable text counts as silent.
const NO_SPEECH = 0.6;

// Length of a frame in samples, and the root mean square below which a frame counts as silent.
const FRAME_SAMPLES = RATE / 10;
const SILENCE = 0.001;
// Minimum length of the last window in samples. A shorter one contains no word.
const MIN_REST_SAMPLES = RATE / 10;
// Minimum step to the next window in samples. Otherwise an erroneous timestamp at the beginning of a window would
// repeat this window forever.
const MIN_STEP_SAMPLES = RATE;

/**
 * @param {Awaited<ReturnType<typeof import("./model.mjs").loadWhisper>>} model
 * @param {Float32Array} samples at 16 kHz, from -1 to 1
 * @param {{ language?: string, prompt?: string, temperature?: number, translate?: boolean, checkStopped?: () => void,
 * onProgress?: (share: number) => void }} how `language`: a code of `LANGUAGES`, detected if absent; `prompt`: words
 * that may occur; `temperature`: replaces the default sequence, except 0, which means the default as in OpenAI's API;
 * `checkStopped`: throws to cancel
 * @returns {Promise<{ segments: { from: number, to: number, text: string }[], language: string | undefined }>} times
 * in seconds
 */
export async function transcribe(model, samples, how = {}) {
  const { prompt = "", translate = false, checkStopped = () => {}, onProgress = () => {} } = how;
  const { vocabulary } = model;
  let language = LANGUAGES.includes(how.language) ? how.language : undefined;
  const temperatures = how.temperature ? [how.temperature] : TEMPERATURES;
  const unspoken = vocabulary.unspoken();
  const [blank] = vocabulary.encode(" ");
  const most = Math.floor(model.context / 2);
  const segments = [];
  let earlier = prompt.trim() ? vocabulary.encode(` ${prompt.trim()}`) : [];

  for (let at = soundFrom(samples, 0); samples.length - at >= MIN_REST_SAMPLES; at = soundFrom(samples, at)) {
    checkStopped();
    onProgress(at / samples.length);
    const window = samples.subarray(at, at + WINDOW_SECONDS * RATE);
    const begin = await model.hear(window);
    checkStopped();
    language ??= getLikeliestLanguage(await begin().read([START]));
    const before = earlier.length > 0 ? [PREVIOUS, ...earlier.slice(1 - most)] : [];
    const task = [getLanguageToken(language), translate ? TRANSLATE : TRANSCRIBE];
    const given = { task, most, unspoken, blank, checkStopped };
    const heard = await decodeWithFallback(begin, vocabulary, temperatures, { ...given, before });
    if (heard.noSpeech > NO_SPEECH && heard.average < MIN_AVERAGE_LOG_PROBABILITY) {
      at += window.length;
      continue;
    }
    const { parts, length } = splitAtTimes(heard.tokens, window.length / RATE);
    const offset = at / RATE;
    for (const { from, to, tokens } of parts) {
      const text = withoutRepeats(vocabulary.text(tokens).trim());
      // Skips empty segments and repetitions of the previous one.
      if (text === "" || from === to || (heard.isRepetitive && text === segments.at(-1)?.text)) continue;
      segments.push({ from: offset + from, to: Math.min(offset + to, samples.length / RATE), text });
    }
    // Omits text sampled at a higher temperature, which would mislead the next window.
    earlier =
      heard.temperature > 0 ? [] : [...earlier, ...parts.flatMap(({ tokens }) => tokens)].slice(-most);
    at += Math.max(MIN_STEP_SAMPLES, Math.round(length * RATE));
  }
  onProgress(1);
  return { segments, language };
}

function soundFrom(samples, from) {
  for (let at = from; at < samples.length; at += FRAME_SAMPLES) {
    const moment = samples.subarray(at, at + FRAME_SAMPLES);
    const energy = moment.reduce((sum, value) => sum + value * value, 0) / moment.length;
    if (Math.sqrt(energy) >= SILENCE) return Math.max(from, at - FRAME_SAMPLES);
  }
  return samples.length;
}

// Decodes a window at rising temperatures until the result is plausible.
async function decodeWithFallback(begin, vocabulary, temperatures, how) {
  let best;
  for (const [n, temperature] of temperatures.entries()) {
    // Retries omit earlier text, because it may have caused the repetition.
    const before = n === 0 ? how.before : [];
    const heard = await decodeWindow(begin(), { ...how, before, temperature });
    const isRepetitive = compression(vocabulary.text(heard.tokens)) > MAX_COMPRESSION_RATIO;
    const found = { ...heard, temperature, isRepetitive };
    const isSilence = heard.noSpeech > NO_SPEECH && heard.average < MIN_AVERAGE_LOG_PROBABILITY;
    if (isSilence || (!isRepetitive && heard.average >= MIN_AVERAGE_LOG_PROBABILITY)) return found;
    if (!best || isBetter(found, best)) best = found;
  }
  return best;
}

const isBetter = (one, other) =>
  one.isRepetitive === other.isRepetitive ? one.average > other.average : other.isRepetitive;

function compression(text) {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
}

// Matches text that occurs at least four times in a row, of which one occurrence is kept.
const REPEATS = /(?<said>\S.{2,}?)(?:\s*\k<said>){3,}/gsu;
const withoutRepeats = (text) => text.replace(REPEATS, "$<said>");

/**
 * Splits tokens into segments at timestamp pairs. Times are in seconds from the start of the window. `length` is the
 * start of the next window: the end of the last complete segment.
 * @param {number} seconds length of the window
 */
function splitAtTimes(tokens, seconds) {
  const isTime = (token) => token >= TIMES;
  const toSeconds = (token) => Math.min(seconds, (token - TIMES) * SECONDS_PER_TIME);
  const cuts = tokens.flatMap((token, at) => (at > 0 && isTime(token) && isTime(tokens[at - 1]) ? [at] : []));
  // A single timestamp at the end means that the rest of the window is silent.
  const endsWhole = tokens.length > 1 && isTime(tokens.at(-1)) && !isTime(tokens.at(-2));
  if (cuts.length === 0) {
    const last = tokens.findLast(isTime);
    const to = last === undefined || last === TIMES ? seconds : toSeconds(last);
    const [first] = tokens;
    const from = first !== undefined && isTime(first) && first !== last ? toSeconds(first) : 0;
    return { parts: [{ from, to, tokens }], length: seconds };
  }
  const ends = endsWhole ? [...cuts, tokens.length] : cuts;
  const parts = ends.map((end, n) => {
    const part = tokens.slice(ends[n - 1] ?? 0, end);
    return { from: toSeconds(part[0]), to: toSeconds(part.at(-1)), tokens: part };
  });
  return { parts, length: endsWhole ? seconds : toSeconds(tokens[ends.at(-1) - 1]) };
}
