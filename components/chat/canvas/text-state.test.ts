import { expect, test } from "vitest";
import { createRandom } from "@/test/random";
import { mergeTexts } from "./merge-texts";
import * as states from "./text-state";

test.each([
  ["different lines", "one\ntwo\nthree", "1\ntwo\nthree", "one\ntwo\n3", "1\ntwo\n3"],
  ["words of a line", "red green blue", "pink green blue", "red green navy", "pink green navy"],
  ["two additions at the end", "start", "start mine", "start theirs", "start theirs mine"],
  ["two first texts", "", "mine", "theirs", "theirsmine"],
  ["a word that is still typed", "say hel", "say hello", "say hel world", "say hello world"],
  ["the same correction", "teh end", "the end", "the end", "the end"],
  ["words in a deleted passage", "keep this line.\nend", "keep this new line.\nend", "end", "new end"],
  ["deletions that overlap", "a b c d e", "a e", "a b e", "a e"],
])("%s are merged", (_name, base, mine, theirs, merged) => {
  expect(mergeTexts(base, mine, theirs)).toEqual({ text: merged, collides: false });
});

test("different words for the same words collide, and neither is lost", () => {
  expect(mergeTexts("say one now", "say mine now", "say theirs now")).toEqual({
    text: "say theirsmine now",
    collides: true,
  });
});

test("without changes by the other side, a merge is the changed text", () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = createRandom(seed);
    const write = () =>
      Array.from({ length: random(20) }, () => ["a", "b", " ", ".", "\n", "c"][random(6)]).join("");
    const [base, changed] = [write(), write()];
    expect(mergeTexts(base, changed, base).text).toBe(changed);
    expect(mergeTexts(base, base, changed).text).toBe(changed);
    expect(mergeTexts(base, changed, changed).text).toBe(changed);
  }
});

const insert = (text: string, before: { index: number } | undefined, words: string): string =>
  text.slice(0, before?.index ?? 0) + words + text.slice(before?.index ?? 0);

test("a text whose answer was lost is the base if it was stored, and a conflict if something else was", () => {
  const sent = states.startSaving(
    states.edit(states.createTextState("old words"), "my words", "old words"),
    "my words",
  );
  const unsure = states.failSaving(sent, "Network");
  const added = states.merge(states.receive(unsure, "my words and more"));
  expect(added).toMatchObject({ draft: "my words and more", isConflict: false });
  const replaced = states.merge(states.receive(unsure, "their words"));
  expect(replaced).toMatchObject({ draft: "my words", theirs: "their words", isConflict: true });
});

// Refuses changes of another text, as the API does.
class StoredText {
  text = "First line.\n\nSecond line, which is longer.\n\nThird.";
  save(text: string, replaces: string): boolean {
    if (this.text !== text && this.text !== replaces) return false;
    this.text = text;
    return true;
  }
}

// Types words that nobody else types, and deletes some of them.
class Writer {
  state: states.TextState;
  shown: string;
  written: string[] = [];
  private words = 0;
  private deliver: (() => void) | undefined;

  constructor(
    private name: string,
    private server: StoredText,
    private random: (below: number) => number,
  ) {
    this.state = states.createTextState(server.text);
    this.shown = server.text;
  }

  type(): void {
    const word = `${this.name}${++this.words}x`;
    const words = [...this.shown.matchAll(/\w+/g)];
    const next = words[this.random(words.length)];
    const text = this.random(2) === 0 ? insert(this.shown, next, `${word} `) : `${this.shown} ${word}`;
    this.written.push(word);
    this.change(text);
  }

  deleteOwn(): void {
    const word = this.written.find((each) => this.shown.includes(`${each} `));
    if (word === undefined || this.random(3) > 0) return;
    this.written = this.written.filter((each) => each !== word);
    this.change(this.shown.replace(`${word} `, ""));
  }

  // The editor shows a draft some time after it was merged, and what is typed until then changes the text before.
  render(): void {
    this.shown = this.state.draft;
  }

  startSaving(): void {
    if (this.deliver || !states.canSave(this.state)) return;
    const { draft, base, unsure } = this.state;
    this.state = states.startSaving(this.state, draft);
    const isLost = this.random(5) === 0;
    const arrives = !isLost || this.random(2) === 0;
    const isSaved = arrives && unsure === undefined && this.server.save(draft, base);
    const read = this.server.text;
    this.deliver = () => {
      if (isLost) this.state = states.failSaving(this.state, "Network");
      else if (isSaved) this.state = states.finishSaving(this.state);
      else this.state = states.finishReading(this.state, read);
    };
  }

  finishSaving(): void {
    this.deliver?.();
    this.deliver = undefined;
  }

  receive(): void {
    this.state = states.receive(this.state, this.server.text);
    if (this.state.theirs !== undefined) this.state = states.merge(this.state);
  }

  reload(): void {
    if (this.deliver) return;
    const unsaved = states.toUnsaved(this.state);
    const isDirty = states.isDirty(this.state);
    this.state = states.createTextState(this.server.text);
    if (isDirty) this.state = states.restore(this.state, unsaved);
    if (this.state.theirs !== undefined) this.state = states.merge(this.state);
    this.render();
  }

  retry(): void {
    this.state = { ...this.state, failure: undefined };
  }

  private change(text: string): void {
    this.state = states.edit(this.state, text, this.shown);
    this.shown = text;
  }
}

test("people who write at once lose no word and end with the same text, whatever fails meanwhile", () => {
  for (let seed = 0; seed < 150; seed++) {
    const random = createRandom(seed);
    const server = new StoredText();
    const writers = ["ada", "ben", "cy"].map((name) => new Writer(name, server, random));
    const steps = ["type", "type", "deleteOwn", "render", "startSaving", "finishSaving", "receive", "retry"];
    for (let step = 0; step < 100; step++) {
      const writer = writers[random(writers.length)]!;
      const name = random(60) === 0 ? "reload" : steps[random(steps.length)]!;
      writer[name as "type"]();
    }
    for (let round = 0; round < 10; round++)
      for (const writer of writers) {
        writer.render();
        writer.finishSaving();
        writer.retry();
        writer.receive();
        writer.startSaving();
        writer.finishSaving();
      }
    for (const writer of writers) writer.receive();
    for (const { state, written } of writers) {
      expect(state, `seed ${seed}`).toMatchObject({ draft: server.text, isConflict: false });
      for (const word of written) expect(server.text.split(word).length - 1, `${word}, seed ${seed}`).toBe(1);
    }
  }
});
