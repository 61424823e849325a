const OPENING = /^<(think|thinking|reasoning)>/i;
const CLOSING = /^<\/(think|thinking|reasoning)>/i;
const ANY_CLOSING = /<\/(?:think|thinking|reasoning)>/i;
const ANY = /<(\/?)(think|thinking|reasoning)>/i;
const TAGS = ["think", "thinking", "reasoning"].flatMap((name) => [`<${name}>`, `</${name}>`]);
const MAX_TAG_LENGTH = "</reasoning>".length;
const QUOTES = new Set("`\"'“”‘’«»„");

type ThinkTagListener = {
  text: (text: string) => void;
  thought: (text: string) => void;
  restart: (thought: string) => void;
};

/**
 * Separates thinking at the beginning of a reply, in `<think>…</think>`, from the reply's text. A closing tag without
 * an opening one ends the thinking if the model's template wrote the opening tag. Later tags are text.
 */
export class ThinkTags {
  #state: "beginning" | "thought" | "text" | "plain" = "beginning";
  #held = "";
  #text = "";
  #tag = ANY_CLOSING;
  #hasThought = false;
  hasLoneClosing = false;

  constructor(
    private readonly listener: ThinkTagListener,
    private isThought = false,
  ) {}

  push(text: string): void {
    const isText = this.#state === "text" && this.#held === "" && !text.includes("<");
    if (isText) this.#text += text;
    if (isText || this.#state === "plain") {
      this.listener.text(text);
      return;
    }
    this.#held += text;
    while (this.#step()) {}
  }

  /** Handles output other than text, such as a tool call. Once the text has begun, tags after such output are text. */
  interrupt(): void {
    this.isThought = false;
    if (this.#state === "text") this.#goPlain();
  }

  end(): void {
    const held = this.#held;
    this.#held = "";
    if (held === "" || (this.#hasThought && held.trim() === "")) return;
    if (this.#state === "thought") this.#think(held);
    else if (this.#state === "text" && CLOSING.test(held)) {
      this.#held = held;
      this.#restart();
    } else this.listener.text(held);
  }

  #step(): boolean {
    if (this.#state === "beginning") return this.#begin();
    if (this.#state === "thought") return this.#findEnd();
    return this.#state === "text" && this.#watch();
  }

  #begin(): boolean {
    const rest = this.#held.trimStart();
    if (rest === "" || (rest.startsWith("<") && isBeginning(rest))) return false;
    if (!rest.startsWith("<") && !this.isThought && !this.#hasThought) {
      this.#state = "text";
      return true;
    }
    const tag = OPENING.exec(rest)?.[1];
    if (tag !== undefined || this.isThought) {
      this.#state = "thought";
      this.#held = rest;
      if (tag !== undefined) {
        this.isThought = false;
        this.#tag = new RegExp(`</${tag}>`, "i");
        this.#held = rest.slice(tag.length + 2).trimStart();
      }
      return this.#held !== "";
    }
    const closing = CLOSING.exec(rest)?.[0];
    if (closing !== undefined) {
      this.#held = rest.slice(closing.length);
      this.#hasThought = true;
      return true;
    }
    if (this.#hasThought) {
      this.#held = rest;
      this.#goPlain();
    } else this.#state = "text";
    return this.#state === "text";
  }

  #findEnd(): boolean {
    const end = this.#tag.exec(this.#held);
    if (!end) {
      const heldAt = tailAt(this.#held);
      this.#think(this.#held.slice(0, heldAt));
      this.#held = this.#held.slice(heldAt);
      return false;
    }
    this.#think(this.#held.slice(0, end.index));
    this.hasLoneClosing ||= this.isThought;
    this.#held = this.#held.slice(end.index + end[0].length);
    this.#beginAgain();
    return true;
  }

  #watch(): boolean {
    const tag = ANY.exec(this.#held);
    if (!tag) {
      this.#pass(tailAt(this.#held));
      return false;
    }
    const isClosing = tag[1] === "/";
    const behind = tag.index + tag[0].length;
    if (isClosing && behind === this.#held.length) {
      this.#pass(tag.index);
      return false;
    }
    const before = this.#text + this.#held.slice(0, tag.index);
    if (!isClosing || isMention(before, this.#held[behind]!)) {
      this.#goPlain();
      return false;
    }
    this.#pass(tag.index);
    this.#restart();
    return this.#held !== "";
  }

  #restart(): void {
    this.hasLoneClosing = true;
    this.listener.restart(this.#text);
    this.#held = this.#held.replace(CLOSING, "");
    this.#beginAgain();
  }

  #beginAgain(): void {
    this.#state = "beginning";
    this.#hasThought = true;
    this.isThought = false;
    this.#text = "";
  }

  #pass(to: number): void {
    const text = this.#held.slice(0, to);
    this.#held = this.#held.slice(to);
    this.#text += text;
    if (text !== "") this.listener.text(text);
  }

  #think(text: string): void {
    if (text !== "") this.listener.thought(text);
  }

  #goPlain(): void {
    this.#state = "plain";
    const held = this.#held;
    this.#held = "";
    this.#text = "";
    if (held !== "") this.listener.text(held);
  }
}

const isBeginning = (text: string): boolean =>
  text.length < MAX_TAG_LENGTH &&
  TAGS.some((tag) => tag !== text.toLowerCase() && tag.startsWith(text.toLowerCase()));

function tailAt(text: string): number {
  const at = text.lastIndexOf("<");
  return at >= 0 && isBeginning(text.slice(at)) ? at : text.length;
}

function isMention(before: string, after: string): boolean {
  const last = before.at(-1) ?? "\n";
  if (QUOTES.has(last) && QUOTES.has(after)) return true;
  if (last === " " && /[ .,;:!?)]/.test(after)) return true;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return /^\s*>/.test(line) || line.split("`").length % 2 === 0 || before.split("```").length % 2 === 0;
}
