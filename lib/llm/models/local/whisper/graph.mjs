// Whisper's encoder and decoder as ONNX graphs (Radford et al. 2022,
// https://github.com/openai/whisper/blob/main/whisper/model.py), without a batch dimension, since one recording is
// transcribed at a time.
import { Graph } from "./onnx.mjs";

export const RATE = 16_000;
export const WINDOW_SECONDS = 30;
const FFT = 400;
const HOP = 160;
const FRAMES = (WINDOW_SECONDS * RATE) / HOP;

class Layers extends Graph {
  constructor({ sizes, weights }) {
    super();
    this.sizes = sizes;
    this.weights = weights;
    this.width = sizes.state / sizes.heads;
  }

  named(name) {
    const tensor = this.weights.get(name);
    if (!tensor) throw new Error(`The model has no ${name}.`);
    return this.weight(name, tensor);
  }

  linear(x, name) {
    const bias = this.weights.has(`${name}.bias`) ? [this.named(`${name}.bias`)] : [];
    return this.op("Gemm", [x, this.named(`${name}.weight`), ...bias], { transB: 1 });
  }

  norm(x, name) {
    const inputs = [x, this.named(`${name}.weight`), this.named(`${name}.bias`)];
    return this.op("LayerNormalization", inputs, { axis: -1, epsilon: 1e-5 });
  }

  /** Reshapes [n, state] to [heads, n, width], or for keys to [heads, width, n]. */
  heads(x, isKeys = false) {
    const apart = this.op("Reshape", [x, this.ints(-1, this.sizes.heads, this.width)]);
    return this.op("Transpose", [apart], { perm: isKeys ? [1, 2, 0] : [1, 0, 2] });
  }

  /** @param mask added to the attention scores */
  attention(x, name, keys, values, mask) {
    const scale = this.float(1 / Math.sqrt(this.width));
    const query = this.heads(this.op("Mul", [this.linear(x, `${name}.query`), scale]));
    const scores = this.op("MatMul", [query, keys]);
    const shares = this.op("Softmax", [mask ? this.op("Add", [scores, mask]) : scores], { axis: -1 });
    const seen = this.op("Transpose", [this.op("MatMul", [shares, values])], { perm: [1, 0, 2] });
    return this.linear(this.op("Reshape", [seen, this.ints(-1, this.sizes.state)]), `${name}.out`);
  }

  feedForward(x, name) {
    const wide = this.op("Gelu", [this.linear(this.norm(x, `${name}.mlp_ln`), `${name}.mlp.0`)]);
    return this.op("Add", [x, this.linear(wide, `${name}.mlp.2`)]);
  }
}

/**
 * Builds the encoder: `samples` [480000] (30 seconds at 16 kHz, from -1 to 1) → `cross_key_<layer>` [heads, width,
 * 1500] and `cross_value_<layer>` [heads, 1500, width] for each decoder layer.
 * @returns {Buffer} an ONNX model
 */
export function buildEncoder(whisper) {
  const g = new Layers(whisper);
  const { audioContext, audioLayers, textLayers, heads } = g.sizes;
  let x = melSpectrogram(g, g.input("samples", [WINDOW_SECONDS * RATE]), whisper.filters);
  for (const [at, stride] of [1, 2].entries()) {
    const name = `encoder.conv${at + 1}`;
    const bias = g.op("Reshape", [g.named(`${name}.bias`), g.ints(-1)]);
    x = g.op("Conv", [x, g.named(`${name}.weight`), bias], { strides: [stride], pads: [1, 1] });
    x = g.op("Gelu", [x]);
  }
  x = g.op("Transpose", [g.op("Squeeze", [x, g.ints(0)])], { perm: [1, 0] });
  x = g.op("Add", [x, g.named("encoder.positional_embedding")]);
  for (let layer = 0; layer < audioLayers; layer++) {
    const name = `encoder.blocks.${layer}`;
    const normal = g.norm(x, `${name}.attn_ln`);
    const keys = g.heads(g.linear(normal, `${name}.attn.key`), true);
    const values = g.heads(g.linear(normal, `${name}.attn.value`));
    x = g.op("Add", [x, g.attention(normal, `${name}.attn`, keys, values)]);
    x = g.feedForward(x, name);
  }
  x = g.norm(x, "encoder.ln_post");
  for (let layer = 0; layer < textLayers; layer++) {
    const name = `decoder.blocks.${layer}.cross_attn`;
    const keys = g.heads(g.linear(x, `${name}.key`), true);
    const values = g.heads(g.linear(x, `${name}.value`));
    g.output(`cross_key_${layer}`, keys, [heads, g.width, audioContext]);
    g.output(`cross_value_${layer}`, values, [heads, audioContext, g.width]);
  }
  return g.model();
}

/**
 * Computes `log_mel_spectrogram` of https://github.com/openai/whisper/blob/main/whisper/audio.py. Computes the Fourier
 * transform of each frame as a convolution with windowed sine and cosine waves.
 * @returns {string} [1, mels, frames]
 */
function melSpectrogram(g, samples, { bins, data }) {
  const { mels } = g.sizes;
  const waves = new Float32Array(2 * bins * FFT);
  for (let bin = 0; bin < bins; bin++)
    for (let n = 0; n < FFT; n++) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FFT);
      const angle = (2 * Math.PI * ((bin * n) % FFT)) / FFT;
      waves[bin * FFT + n] = window * Math.cos(angle);
      waves[(bins + bin) * FFT + n] = window * Math.sin(angle);
    }
  // Repeats the filters for the cosine and sine parts, so that applying them also sums the squares of both parts.
  const filters = new Float32Array(mels * 2 * bins);
  for (let mel = 0; mel < mels; mel++)
    for (const half of [0, bins])
      filters.set(data.subarray(mel * bins, (mel + 1) * bins), mel * 2 * bins + half);
  // Frames are centered. The last one, half of which is padding, is dropped.
  const pads = g.ints(FFT / 2, FFT / 2 - HOP);
  const padded = g.op("Pad", [samples, pads], { mode: "reflect" });
  const framed = g.op("Reshape", [padded, g.ints(1, 1, -1)]);
  const spectrum = g.op("Conv", [framed, g.floats([2 * bins, 1, FFT], waves)], { strides: [HOP] });
  const power = g.op("Squeeze", [g.op("Mul", [spectrum, spectrum]), g.ints(0)]);
  const energy = g.op("MatMul", [g.floats([mels, 2 * bins], filters), power]);
  const natural = g.op("Log", [g.op("Max", [energy, g.float(1e-10)])]);
  const logs = g.op("Mul", [natural, g.float(1 / Math.LN10)]);
  const least = g.op("Sub", [g.op("ReduceMax", [logs], { keepdims: 1 }), g.float(8)]);
  const scaled = g.op("Div", [g.op("Add", [g.op("Max", [logs, least]), g.float(4)]), g.float(4)]);
  return g.op("Reshape", [scaled, g.ints(1, mels, FRAMES)]);
}

/**
 * Builds the decoder: `tokens` [n], `positions` [n], `mask` [n, before + n] (0 where attention is allowed, else a
 * large negative number), `key_<layer>` [heads, width, before], `value_<layer>` [heads, before, width], and the
 * encoder's outputs → `logits` [vocabulary] after the last token, and `new_key_<layer>`, `new_value_<layer>` extended
 * by the n tokens.
 * @returns {Buffer} an ONNX model
 */
export function buildDecoder(whisper) {
  const g = new Layers(whisper);
  const { audioContext, textLayers, heads, vocabulary } = g.sizes;
  const tokens = g.input("tokens", ["n"], true);
  const positions = g.input("positions", ["n"], true);
  const mask = g.input("mask", ["n", "all"]);
  const embedding = "decoder.token_embedding.weight";
  const { isHalf } = whisper.weights.get(embedding) ?? {};
  const rows = isHalf ? g.half(embedding, whisper.weights.get(embedding)) : g.named(embedding);
  const words = g.op("Cast", [g.op("Gather", [rows, tokens])], { to: 1 });
  const places = g.op("Gather", [g.named("decoder.positional_embedding"), positions]);
  let x = g.op("Add", [words, places]);
  for (let layer = 0; layer < textLayers; layer++) {
    const name = `decoder.blocks.${layer}`;
    const normal = g.norm(x, `${name}.attn_ln`);
    const own = `${name}.attn`;
    const earlierKeys = g.input(`key_${layer}`, [heads, g.width, "before"]);
    const earlierValues = g.input(`value_${layer}`, [heads, "before", g.width]);
    const keys = g.op("Concat", [earlierKeys, g.heads(g.linear(normal, `${own}.key`), true)], { axis: 2 });
    const values = g.op("Concat", [earlierValues, g.heads(g.linear(normal, `${own}.value`))], { axis: 1 });
    g.output(`new_key_${layer}`, keys, [heads, g.width, "all"]);
    g.output(`new_value_${layer}`, values, [heads, "all", g.width]);
    x = g.op("Add", [x, g.attention(normal, own, keys, values, mask)]);
    const heard = [
      g.input(`cross_key_${layer}`, [heads, g.width, audioContext]),
      g.input(`cross_value_${layer}`, [heads, audioContext, g.width]),
    ];
    const asked = g.norm(x, `${name}.cross_attn_ln`);
    x = g.op("Add", [x, g.attention(asked, `${name}.cross_attn`, ...heard)]);
    x = g.feedForward(x, name);
  }
  const last = g.op("Slice", [x, g.ints(-1), g.ints(Number.MAX_SAFE_INTEGER), g.ints(0)]);
  const logits = g.op("Gemm", [g.norm(last, "decoder.ln"), g.named(embedding)], { transB: 1 });
  g.output("logits", g.op("Reshape", [logits, g.ints(-1)]), [vocabulary]);
  return g.model();
}
