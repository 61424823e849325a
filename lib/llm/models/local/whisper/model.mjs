// Runs Whisper's encoder and decoder, with a key-value cache per window.
import { readFileSync } from "node:fs";
import { createSession, loadRuntime } from "../runtime.mjs";
import { readGgml } from "./ggml.mjs";
import { buildDecoder, buildEncoder, RATE, WINDOW_SECONDS } from "./graph.mjs";
import { Vocabulary } from "./vocabulary.mjs";

const HIDDEN = -1e9;

/** @param {string} path of a file for `readGgml` @throws NotWhisper */
export async function loadWhisper(path) {
  const loaded = await loadRuntime();
  const whisper = readGgml(readFileSync(path));
  const { sizes } = whisper;
  // Copies the tokens, because views would keep the whole file in memory.
  const vocabulary = new Vocabulary(whisper.tokens.map((bytes) => Buffer.from(bytes)));
  const sessions = {
    encoder: await createSession(loaded, buildEncoder(whisper)),
    decoder: await createSession(loaded, buildDecoder(whisper)),
  };
  return new WhisperModel(loaded.runtime, sessions, sizes, vocabulary);
}

class WhisperModel {
  #runtime;
  #sessions;
  #sizes;

  constructor(runtime, sessions, sizes, vocabulary) {
    this.#runtime = runtime;
    this.#sessions = sessions;
    this.#sizes = sizes;
    this.vocabulary = vocabulary;
    this.context = sizes.textContext;
  }

  #floats = (data, dims) => new this.#runtime.Tensor("float32", data, dims);
  #whole = (data) => new this.#runtime.Tensor("int64", BigInt64Array.from(data, BigInt), [data.length]);

  /**
   * Encodes an audio window.
   * @param {Float32Array} samples up to 30 seconds
   * @returns {Promise<() => import("./decode.mjs").Reader>} starts a decoder for the window
   */
  async hear(samples) {
    const whole = new Float32Array(WINDOW_SECONDS * RATE);
    whole.set(samples);
    const heard = await this.#sessions.encoder.run({ samples: this.#floats(whole, [whole.length]) });
    return () => this.#reader(heard);
  }

  #reader(heard) {
    const { textLayers, heads, state } = this.#sizes;
    const width = state / heads;
    let cache = {};
    for (let layer = 0; layer < textLayers; layer++) {
      cache[`key_${layer}`] = this.#floats(new Float32Array(), [heads, width, 0]);
      cache[`value_${layer}`] = this.#floats(new Float32Array(), [heads, 0, width]);
    }
    let before = 0;
    const read = async (tokens) => {
      const all = before + tokens.length;
      const mask = new Float32Array(tokens.length * all);
      for (let at = 0; at < tokens.length; at++)
        mask.fill(HIDDEN, at * all + before + at + 1, (at + 1) * all);
      const { logits, ...rest } = await this.#sessions.decoder.run({
        tokens: this.#whole(tokens),
        positions: this.#whole(tokens.map((_, at) => before + at)),
        mask: this.#floats(mask, [tokens.length, all]),
        ...cache,
        ...heard,
      });
      cache = Object.fromEntries(
        Object.entries(rest).map(([name, tensor]) => [name.replace("new_", ""), tensor]),
      );
      before = all;
      return logits.data;
    };
    return { read };
  }
}
