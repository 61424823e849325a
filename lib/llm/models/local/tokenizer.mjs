// Tokenizes text as a tokenizer.json defines: WordPiece (BERT) or Unigram (SentencePiece). The general-purpose package
// needs 2.5 s and 250 MB for a vocabulary of 250,000 tokens; this module needs a tenth of both.

/**
 * @param {object} json content of a tokenizer.json
 * @param {number} most maximum number of tokens, including the first and last special token; further tokens are dropped
 * @returns {(text: string) => number[]}
 */
export function createTokenizer(json, most) {
  // Older files omit the type. Unigram vocabularies are arrays with scores.
  const tokenize = Array.isArray(json.model.vocab) ? unigram(json) : wordPiece(json);
  const [first, last] = around(json);
  return (text) => {
    const tokens = [first];
    for (const token of tokenize(text)) {
      if (tokens.length === most - 1) break;
      tokens.push(token);
    }
    tokens.push(last);
    return tokens;
  };
}

function around({ post_processor: how, model, added_tokens: added = [] }) {
  const findTokenId = (content) =>
    added.find((token) => token.content === content)?.id ?? model.vocab[content] ?? undefined;
  const special = (how?.single ?? []).flatMap(({ SpecialToken: token }) => (token ? [token.id] : []));
  const [first, last] = special.map((name) => how.special_tokens?.[name]?.ids[0] ?? findTokenId(name));
  if (first === undefined || last === undefined)
    throw new Error("The tokenizer does not say what stands around a text.");
  return [first, last];
}

const PUNCTUATION = /([\p{P}\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e])/gu;
const CHINESE =
  /([\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}])/gu;

// Matches the longest known prefix repeatedly (WordPiece; Wu et al. 2016, section 4.1).
function wordPiece({ model, normalizer }) {
  const { vocab } = model;
  const ids = new Map(Object.entries(vocab));
  const unknown = ids.get(model.unk_token ?? "[UNK]");
  const following = model.continuing_subword_prefix ?? "##";
  const longest = model.max_input_chars_per_word ?? 100;
  const lowers = normalizer?.lowercase ?? true;
  const strips = normalizer?.strip_accents ?? lowers;

  function normalized(text) {
    let clean = text.replace(/[\t\n\r\p{Zs}]/gu, " ").replace(/[\p{C}\ufffd]/gu, "");
    clean = clean.replace(CHINESE, " $1 ");
    if (strips) clean = clean.normalize("NFD").replace(/\p{Mn}/gu, "");
    return lowers ? clean.toLowerCase() : clean;
  }

  function* pieces(word) {
    const letters = Array.from(word);
    const found = [];
    for (let start = 0; start < letters.length; ) {
      let end = letters.length > longest ? start : letters.length;
      for (; end > start; end--) {
        const piece = (start > 0 ? following : "") + letters.slice(start, end).join("");
        const id = ids.get(piece);
        if (id === undefined) continue;
        found.push(id);
        break;
      }
      if (end === start) {
        yield unknown;
        return;
      }
      start = end;
    }
    yield* found;
  }

  return function* (text) {
    for (const word of normalized(text).replace(PUNCTUATION, " $1 ").split(" "))
      if (word) yield* pieces(word);
  };
}

// An unknown character scores this much below the lowest score (SentencePiece, unigram_model.cc).
const UNKNOWN_PENALTY = 10;
const SPACE = "\u2581";

// Finds the most probable tokenization with the Viterbi algorithm (Kudo 2018).
function unigram({ model }) {
  const ids = new Map();
  const scores = new Float64Array(model.vocab.length);
  let longest = 1;
  let least = 0;
  for (const [id, [piece, score]] of model.vocab.entries()) {
    ids.set(piece, id);
    scores[id] = score;
    longest = Math.max(longest, piece.length);
    least = Math.min(least, score);
  }
  const unknown = model.unk_id;

  function pieces(word) {
    const best = new Float64Array(word.length + 1).fill(Number.NEGATIVE_INFINITY);
    const tokens = new Int32Array(word.length + 1);
    const from = new Int32Array(word.length + 1);
    best[0] = 0;
    for (let start = 0; start < word.length; start++) {
      if (best[start] === Number.NEGATIVE_INFINITY) continue;
      const reach = (end, token, score) => {
        if (best[start] + score <= best[end]) return;
        best[end] = best[start] + score;
        tokens[end] = token;
        from[end] = start;
      };
      const end = Math.min(word.length, start + longest);
      for (let at = start + 1; at <= end; at++) {
        const id = ids.get(word.slice(start, at));
        if (id !== undefined && id !== unknown) reach(at, id, scores[id]);
      }
      reach(start + (word.codePointAt(start) > 0xffff ? 2 : 1), unknown, least - UNKNOWN_PENALTY);
    }
    const found = [];
    for (let end = word.length; end > 0; end = from[end])
      // Adjacent unknown characters form one token.
      if (tokens[end] !== unknown || found.at(-1) !== unknown) found.push(tokens[end]);
    return found.reverse();
  }

  return function* (text) {
    for (const word of compatible(text).split(" ")) if (word) yield* pieces(SPACE + word);
  };
}

// Normalizes like SentencePiece's nmt_nfkc: removes invisible characters or replaces them with spaces, and applies NFKC
// except to the fullwidth tilde.
const compatible = (text) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
    .replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]/g, "")
    .replace(/[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]/g, " ")
    .split("\uff5e")
    .map((part) => part.normalize("NFKC"))
    .join("\uff5e");
