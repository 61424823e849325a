import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { DEVICE_KEYS } from "@/components/browser/names";
import { reader } from "./reader";

// Fakes a browser's utterance, which ends when the test says so.
class Utterance {
  lang = "";
  rate = 1;
  onend = () => {};
  onerror = (_: { error: string }) => {};
  constructor(readonly text: string) {}
}
let said: Utterance[] = [];
const words = () => said.map(({ text, rate, lang }) => `${lang} ${rate}: ${text}`);
const stored = new Map<string, string>();
vi.stubGlobal("window", globalThis);
vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
vi.stubGlobal("speechSynthesis", {
  getVoices: () => [],
  cancel: () => {},
  speak: (utterance: Utterance) => said.push(utterance),
});
vi.stubGlobal("localStorage", {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
});
vi.stubGlobal("document", { querySelector: () => ({ content: "build 1 group" }) });
// Fakes an installation without a speech model.
vi.stubGlobal("fetch", async () =>
  Response.json({ transcribes: "none", transcribes_live: false, dictates: false, speaks: false }),
);

afterAll(() => {
  reader.stop();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  reader.stop();
  said = [];
  stored.clear();
  stored.set(DEVICE_KEYS.owner, "1 group");
});

test("the reader speaks a streaming text sentence by sentence until it is complete", async () => {
  const ended = vi.fn();
  reader.begin("de", ended);
  reader.push(["Eins."], false);
  await expect.poll(words).toEqual(["de 1: Eins."]);
  said[0]!.onend();
  reader.push(["Zwei.", "Drei."], true);
  await expect.poll(words).toEqual(["de 1: Eins.", "de 1: Zwei."]);
  said[1]!.onend();
  await expect.poll(() => said.length).toBe(3);
  expect(ended).not.toHaveBeenCalled();
  said[2]!.onend();
  await expect.poll(() => ended.mock.calls).toEqual([[undefined]]);
  expect(reader.current()).toBeUndefined();
});

test("the reader pauses, resumes with the current sentence, and remembers its speed", async () => {
  reader.begin("en", () => {});
  reader.push(["One.", "Two."], true);
  await expect.poll(words).toEqual(["en 1: One."]);
  reader.toggle();
  expect(reader.current()).toEqual({ isPaused: true, rate: 1 });
  // Ends the current sentence; no further sentence may start while paused.
  said[0]!.onend();
  reader.toggle();
  await expect.poll(words).toEqual(["en 1: One.", "en 1: One."]);
  reader.setRate(1.5);
  await expect.poll(words).toEqual(["en 1: One.", "en 1: One.", "en 1.5: One."]);
  reader.begin("en", () => {});
  expect(reader.current()).toEqual({ isPaused: false, rate: 1.5 });
});

test("the reader ends the previous text once when another one begins", async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  reader.begin("en", first);
  reader.push(["One."], true);
  reader.begin("fr", second);
  reader.push(["Deux."], true);
  expect(first).toHaveBeenCalledTimes(1);
  await expect.poll(words).toEqual(["fr 1: Deux."]);
  said[0]!.onerror({ error: "synthesis-failed" });
  await expect.poll(() => second.mock.calls.length).toBe(1);
  expect(second.mock.calls[0]![0]).toBeInstanceOf(Error);
  expect(first).toHaveBeenCalledTimes(1);
});
