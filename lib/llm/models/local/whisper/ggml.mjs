// Reads whisper.cpp's ggml files: sizes, mel filters, vocabulary and weights of a Whisper model.
// https://github.com/ggml-org/whisper.cpp/blob/master/models/convert-pt-to-ggml.py

const MAGIC = 0x67676d6c;
// Vocabulary size of multilingual models up to large-v2. Models with another size use different special tokens.
const VOCABULARY = 51_865;
const BYTES = [4, 2];

export class NotWhisper extends Error {
  name = "NotWhisper";
}

/**
 * @param {Buffer} file not copied: weights are views of it
 * @returns {{ sizes: { audioContext: number, state: number, heads: number, audioLayers: number, textContext: number,
 * textLayers: number, mels: number, vocabulary: number }, filters: { bins: number, data: Float32Array }, tokens:
 * Buffer[], weights: Map<string, { dims: number[], isHalf: boolean, data: Buffer }>, }} `tokens`: bytes of each text
 * token; `filters`: one row of bins per mel band; `dims`: in PyTorch's order
 * @throws NotWhisper
 */
export function readGgml(file) {
  let at = 0;
  const take = (bytes) => {
    if (bytes < 0 || at + bytes > file.length) throw new NotWhisper("The file is cut.");
    at += bytes;
    return file.subarray(at - bytes, at);
  };
  const number = () => take(4).readInt32LE();

  if (file.length < 4 || number() !== MAGIC) throw new NotWhisper("The file has another format.");
  const [vocabulary, audioContext, state, heads, audioLayers, textContext, , , textLayers, mels] = Array.from(
    { length: 11 },
    number,
  );
  const sizes = { audioContext, state, heads, audioLayers, textContext, textLayers, mels, vocabulary };
  if (vocabulary !== VOCABULARY || mels !== 80 || audioContext !== 1500)
    throw new NotWhisper("The file has a model of another kind.");

  const rows = number();
  const bins = number();
  // Copies the floats, because they aren't aligned in the file.
  const filters = { bins, data: new Float32Array(Uint8Array.from(take(rows * bins * 4)).buffer) };
  const tokens = Array.from({ length: Math.min(number(), VOCABULARY) }, () => take(number()));

  const weights = new Map();
  while (at < file.length) {
    const [count, letters, kind] = [number(), number(), number()];
    if (count < 1 || count > 4 || BYTES[kind] === undefined)
      throw new NotWhisper("The file has weights of another kind.");
    const dims = Array.from({ length: count }, number).reverse();
    const name = take(letters).toString();
    const data = take(dims.reduce((all, size) => all * size, BYTES[kind]));
    weights.set(name, { dims, isHalf: kind === 1, data });
  }
  return { sizes, filters, tokens, weights };
}
