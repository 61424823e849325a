import { expect, it } from "vitest";
import { transcribe } from "./transcribe.mjs";
import {
  END,
  getLanguageToken,
  NO_SPEECH,
  PREVIOUS,
  START,
  TIMES,
  TRANSLATE,
  Vocabulary,
} from "./vocabulary.mjs";

// Tests windows and segments with a fake model that returns scripted tokens.
const pairs = ["th", "the", " t", " the", "ha", "har", "bour", "harbour", " har", " harbour", "bo", "ur"];
const vocabulary = new Vocabulary([
  ...Array.from({ length: 256 }, (_, byte) => Buffer.from([byte])),
  ...pairs.map((pair) => Buffer.from(pair)),
]);
const at = (seconds: number) => TIMES + Math.round(seconds / 0.02);
const say = (from: number, text: string, to: number) => [at(from), ...vocabulary.encode(` ${text}`), at(to)];
const sound = (seconds: number) => new Float32Array(seconds * 16_000).fill(0.1);

type DecodedText = { tokens: number[]; noSpeech?: boolean; improbable?: boolean };
/** @param windows output of each window; the last one repeats */
function standIn(windows: (DecodedText | DecodedText[])[]) {
  const asked: number[][] = [];
  const heard: Float32Array[] = [];
  return {
    asked,
    heard,
    vocabulary,
    context: 448,
    hear: async (samples: Float32Array) => {
      const window = windows[Math.min(heard.length, windows.length - 1)]!;
      heard.push(samples);
      let tries = 0;
      return () => {
        let script: number[] | undefined;
        const said = () => (Array.isArray(window) ? window[Math.min(tries, window.length - 1)]! : window);
        return {
          read: async (tokens: number[]) => {
            const logits = new Float32Array(51_865).fill(said().improbable ? -0.1 : -100);
            if (tokens.at(-1) === START) {
              asked.push(tokens);
              logits[getLanguageToken("de")] = 10;
              if (said().noSpeech) logits[NO_SPEECH] = 100;
              return logits;
            }
            if (!script) {
              asked.push(tokens);
              script = [...said().tokens, END];
            }
            logits[script.shift()!] = said().improbable ? 0 : 100;
            if (script.length === 0) tries++;
            return logits;
          },
        };
      };
    },
  };
}

it("the vocabulary encodes text as tokens and decodes it again", () => {
  expect(vocabulary.text(vocabulary.encode(" the harbour"))).toBe(" the harbour");
  expect(vocabulary.encode(" the harbour")).toEqual([256 + 3, 256 + 9]);
  expect(vocabulary.text(vocabulary.encode("Müller – 東京"))).toBe("Müller – 東京");
});

it("transcribe yields a segment per pair of times, and continues after the last complete one", async () => {
  const first = [...say(0, "the harbour", 4), ...say(5, "the", 20), at(22), ...vocabulary.encode(" cut")];
  const model = standIn([{ tokens: first }, { tokens: say(1, "harbour", 6) }]);
  const shares: number[] = [];
  const { segments, language } = await transcribe(model, sound(30), { onProgress: (x) => shares.push(x) });
  expect(segments).toEqual([
    { from: 0, to: 4, text: "the harbour" },
    { from: 5, to: 20, text: "the" },
    { from: 21, to: 26, text: "harbour" },
  ]);
  expect(language).toBe("de");
  expect(model.heard.map(({ length }) => length / 16_000)).toEqual([30, 10]);
  expect(shares).toEqual([0, 20 / 30, 1]);
});

it("transcribe passes on language, vocabulary, previous text and the translation task", async () => {
  const model = standIn([{ tokens: say(0, "the harbour", 29) }]);
  await transcribe(model, sound(50), { language: "fr", prompt: "harbour", translate: true });
  const [before, task, later] = model.asked;
  expect(before).toEqual([PREVIOUS, ...vocabulary.encode(" harbour"), START]);
  expect(task).toEqual([getLanguageToken("fr"), TRANSLATE]);
  expect(later).toEqual([PREVIOUS, ...vocabulary.encode(" harbour"), ...say(0, "the harbour", 29), START]);
});

it("transcribe yields nothing for silence and skips it", async () => {
  const model = standIn([{ tokens: say(0, "the", 2), noSpeech: true, improbable: true }]);
  expect((await transcribe(model, new Float32Array(16_000 * 90))).segments).toEqual([]);
  expect(model.heard).toEqual([]);
  expect((await transcribe(model, sound(5))).segments).toEqual([]);
  expect(model.heard).toHaveLength(1);
});

it("transcribe begins at the first sound", async () => {
  const model = standIn([{ tokens: say(0, "the", 2) }]);
  const samples = new Float32Array(16_000 * 60);
  samples.fill(0.1, 16_000 * 50);
  const { segments } = await transcribe(model, samples);
  expect(segments[0]!.from).toBeCloseTo(49.9);
});

it("transcribe retries repetitions without the previous text, and keeps a repeated phrase once", async () => {
  const loop = { tokens: say(0, "harbour ".repeat(15).trim(), 9) };
  const better = standIn([[loop, { tokens: say(0, "the harbour", 9) }]]);
  const heard = await transcribe(better, sound(10), { language: "en", prompt: "harbour" });
  expect(heard.segments.map(({ text }) => text)).toEqual(["the harbour"]);
  expect(better.asked.map((tokens) => tokens.includes(PREVIOUS))).toEqual([true, false, false, false]);

  const stuck = standIn([loop]);
  const { segments } = await transcribe(stuck, sound(15));
  expect(segments.map(({ text }) => text)).toEqual(["harbour"]);
});

it("transcribe advances when the model yields no progress in time", async () => {
  const model = standIn([{ tokens: [...say(0, "the", 0.02), ...say(0.02, "harbour", 9)] }]);
  await transcribe(model, sound(10));
  expect(model.heard).toHaveLength(1);
  const stuck = standIn([{ tokens: [...say(0, "the", 0.02), at(0.02), ...vocabulary.encode(" harbour")] }]);
  await transcribe(stuck, sound(4));
  expect(stuck.heard).toHaveLength(4);
});

it("transcribe stops when it is aborted", async () => {
  const model = standIn([{ tokens: say(0, "the", 9) }]);
  const checkStopped = () => {
    if (model.heard.length > 1) throw new Error("enough");
  };
  await expect(transcribe(model, sound(90), { checkStopped })).rejects.toThrow("enough");
});
