// What is said in a recording of any length, window by window.
// https://github.com/openai/whisper/blob/main/whisper/transcribe.py
import { deflateSync } from "node:zlib";
import { decodeWindow, languageIn } from "./decode.mjs";
import { RATE, WINDOW_SECONDS } from "./graph.mjs";
import {
  LANGUAGES,
  languageToken,
  PREVIOUS,
  SECONDS_PER_TIME,
  START,
  TIMES,
  TRANSCRIBE,
  TRANSLATE,
} from "./vocabulary.mjs";

/** Words are guessed more freely when what is most probable repeats itself, or is improbable. */
const TEMPERATURES = [0, 0.4, 0.8];
const MAX_COMPRESSION_RATIO = 2.4;
const MIN_AVERAGE_LOG_PROBABILITY = -1;
/** Above, and with words that are improbable, nothing is said. */
const NO_SPEECH = 0.6;

/** A part of a second, in samples, and below which loudness (root mean square) nothing is heard in it. */
const MOMENT = RATE / 10;
const SILENCE = 0.001;
/** What remains at the end is no word. In samples. */
const MIN_REST_SAMPLES = RATE / 10;
/** A time right at the beginning is a mistake, with which the same would be heard again and again. In samples. */
const MIN_STEP_SAMPLES = RATE;

/**
 * @param {Awaited<ReturnType<typeof import("./model.mjs").loadWhisper>>} model
 * @param {Float32Array} samples 16,000 a second, from -1 to 1
 * @param {{ language?: string, prompt?: string, temperature?: number, translate?: boolean, checkStopped?: () => void,
 *   onProgress?: (share: number) => void }} how `language`: a code of `LANGUAGES`, else it is detected; `prompt`: words that
 *   may come; `temperature`: the only one, where 0 is as none, as with OpenAI; `checkStopped` throws when nobody waits any more
 * @returns {Promise<{ segments: { from: number, to: number, text: string }[], language: string | undefined }>} in seconds
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
    language ??= languageIn(await begin().read([START]));
    const before = earlier.length > 0 ? [PREVIOUS, ...earlier.slice(1 - most)] : [];
    const task = [languageToken(language), translate ? TRANSLATE : TRANSCRIBE];
    const given = { task, most, unspoken, blank, checkStopped };
    const heard = await bestOf(begin, vocabulary, temperatures, { ...given, before });
    if (heard.noSpeech > NO_SPEECH && heard.average < MIN_AVERAGE_LOG_PROBABILITY) {
      at += window.length;
      continue;
    }
    const { parts, length } = partsOf(heard.tokens, window.length / RATE);
    const offset = at / RATE;
    for (const { from, to, tokens } of parts) {
      const text = withoutRepeats(vocabulary.text(tokens).trim());
      // Of what repeats itself once more, and of no length, nothing was said.
      if (text === "" || from === to || (heard.isRepetitive && text === segments.at(-1)?.text)) continue;
      segments.push({ from: offset + from, to: Math.min(offset + to, samples.length / RATE), text });
    }
    // What was guessed would lead astray.
    earlier =
      heard.temperature > 0 ? [] : [...earlier, ...parts.flatMap(({ tokens }) => tokens)].slice(-most);
    at += Math.max(MIN_STEP_SAMPLES, Math.round(length * RATE));
  }
  onProgress(1);
  return { segments, language };
}

/** The beginning of the first moment, from a place on, in which something is heard. In samples. */
function soundFrom(samples, from) {
  for (let at = from; at < samples.length; at += MOMENT) {
    const moment = samples.subarray(at, at + MOMENT);
    const energy = moment.reduce((sum, value) => sum + value * value, 0) / moment.length;
    if (Math.sqrt(energy) >= SILENCE) return Math.max(from, at - MOMENT);
  }
  return samples.length;
}

/** Decodes a window at rising temperatures until it reads like speech. */
async function bestOf(begin, vocabulary, temperatures, how) {
  let best;
  for (const [n, temperature] of temperatures.entries()) {
    // What was said before may be why it repeats itself.
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

/** How much shorter a text becomes when it is compressed: what repeats itself becomes much shorter. */
function compression(text) {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
}

/** Words that come again and again (three times more, and more often) are kept once. */
const REPEATS = /(?<said>\S.{2,}?)(?:\s*\k<said>){3,}/gsu;
const withoutRepeats = (text) => text.replace(REPEATS, "$<said>");

/**
 * The parts between pairs of times, in seconds of the window, and where the next window begins: where the last part ends
 * that is whole.
 * @param {number} seconds of the window
 */
function partsOf(tokens, seconds) {
  const isTime = (token) => token >= TIMES;
  const timeOf = (token) => Math.min(seconds, (token - TIMES) * SECONDS_PER_TIME);
  const cuts = tokens.flatMap((token, at) => (at > 0 && isTime(token) && isTime(tokens[at - 1]) ? [at] : []));
  // A time at the very end, behind words: nothing is said in what remains.
  const endsWhole = tokens.length > 1 && isTime(tokens.at(-1)) && !isTime(tokens.at(-2));
  if (cuts.length === 0) {
    const last = tokens.findLast(isTime);
    const to = last === undefined || last === TIMES ? seconds : timeOf(last);
    const [first] = tokens;
    const from = first !== undefined && isTime(first) && first !== last ? timeOf(first) : 0;
    return { parts: [{ from, to, tokens }], length: seconds };
  }
  const ends = endsWhole ? [...cuts, tokens.length] : cuts;
  const parts = ends.map((end, n) => {
    const part = tokens.slice(ends[n - 1] ?? 0, end);
    return { from: timeOf(part[0]), to: timeOf(part.at(-1)), tokens: part };
  });
  return { parts, length: endsWhole ? seconds : timeOf(tokens[ends.at(-1) - 1]) };
}
