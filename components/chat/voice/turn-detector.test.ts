import { expect, test } from "vitest";
import { TurnDetector } from "./turn-detector";
import { isPause } from "./use-live-text";
import { bestVoice } from "./voices";

// Returns the detector's state after each volume level; a level covers a tenth of a second.
const heard = (levels: number[], detector = new TurnDetector()) =>
  levels.map((level) => detector.hear(level));
const times = (count: number, level: number) => new Array<number>(count).fill(level);

test("a turn starts with speech and ends with a pause, not within a sentence", () => {
  const said = heard([
    ...times(20, 0.01),
    ...times(8, 0.4),
    ...times(10, 0.02),
    ...times(8, 0.3),
    ...times(15, 0.02),
  ]);
  expect(said.slice(0, 20)).not.toContain("speaking");
  expect(said[22]).toBe("speaking");
  expect(said.indexOf("ended")).toBe(said.length - 1);
});

test("a click is not speech, and neither is constant noise", () => {
  expect(heard([...times(5, 0.01), 0.9, 0.9, ...times(30, 0.01)])).not.toContain("speaking");
  expect(heard(times(100, 0.2), new TurnDetector(0.15))).not.toContain("speaking");
  expect(heard(times(5, 0.6), new TurnDetector(0.15))).toContain("speaking");
});

test("a recording is split at quiet moments", () => {
  expect(isPause([0.5, 0.01, 0.01, 0.01, 0.01])).toBe(true);
  expect(isPause([0.01, 0.01, 0.01, 0.5])).toBe(false);
  expect(isPause([0.01])).toBe(false);
});

test("the browser's voice matches the language and, if available, the region", () => {
  const voices = ["en-US", "pt-PT", "pt_BR", "de-DE"].map((lang) => ({ lang, default: lang === "en-US" }));
  expect(bestVoice(voices, "pt-BR")?.lang).toBe("pt_BR");
  expect(bestVoice(voices, "pt")?.lang).toBe("pt-PT");
  expect(bestVoice(voices, "de")?.lang).toBe("de-DE");
  expect(bestVoice(voices, "ja")).toBeUndefined();
});
