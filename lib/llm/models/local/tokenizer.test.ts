import { expect, it } from "vitest";
import { createTokenizer } from "./tokenizer.mjs";

const vocabulary = (...pieces: string[]) => Object.fromEntries(pieces.map((piece, id) => [piece, id]));
const bert = {
  model: {
    type: "WordPiece",
    vocab: vocabulary("[UNK]", "[CLS]", "[SEP]", "cafe", "open", "##ing", "##s", "!", "東", "un", "'", "t"),
    unk_token: "[UNK]",
  },
  normalizer: { type: "BertNormalizer", lowercase: true, strip_accents: null },
  post_processor: { single: [{ SpecialToken: { id: "[CLS]" } }, {}, { SpecialToken: { id: "[SEP]" } }] },
};

it("WordPiece cuts words into the longest known tokens, ignoring case and accents", () => {
  const tokens = createTokenizer(bert, 12);
  expect(tokens("Café OPENINGS!")).toEqual([1, 3, 4, 5, 6, 7, 2]);
  expect(tokens("東東")).toEqual([1, 8, 8, 2]);
  expect(tokens("unknown  t't")).toEqual([1, 0, 11, 10, 11, 2]);
  expect(tokens("")).toEqual([1, 2]);
  // Special tokens in user text are plain text.
  expect(tokens("[SEP]")).toEqual([1, 0, 0, 0, 2]);
});

it("tokens beyond the limit of a model are left out", () => {
  expect(createTokenizer(bert, 4)("open open open open")).toEqual([1, 4, 4, 2]);
});

const pieces: [string, number][] = [
  ["<s>", 0],
  ["</s>", 0],
  ["<unk>", 0],
  ["\u2581", -3],
  ["\u2581new", -4],
  ["s", -5],
  ["\u2581news", -7],
  ["letter", -6],
  ["\u2581fi", -4],
];
const sentencePiece = {
  model: { type: "Unigram", unk_id: 2, vocab: pieces },
  post_processor: {
    single: [{ SpecialToken: { id: "<s>" } }, {}, { SpecialToken: { id: "</s>" } }],
    special_tokens: { "<s>": { ids: [0] }, "</s>": { ids: [1] } },
  },
};

it("SentencePiece chooses the most probable tokens of normalized text", () => {
  const tokens = createTokenizer(sentencePiece, 12);
  // The sum of the scores -7 and -6 exceeds that of -4, -5 and -6.
  expect(tokens("newsletter")).toEqual([0, 6, 7, 1]);
  expect(tokens(" new\u00a0ﬁ\u0007")).toEqual([0, 4, 8, 1]);
  // Adjacent unknown characters form one token.
  expect(tokens("🙂🙃")).toEqual([0, 3, 2, 1]);
});
