import type { Command } from "@/components/data/commands";
import type { Sign, Suggestion } from "@/components/data/suggestions";

export type NameAt = { sign: Sign; typed: string; from: number };

/**
 * Returns the name being typed at the caret: after `@` or `#` at the start of a word, or `/` at the start of the text.
 * A name after `#` may contain spaces.
 */
export function findNameAt(text: string, caret: number): NameAt | undefined {
  const before = text.slice(0, caret);
  const [, attachable] =
    /(?:^|[\s(])#((?:https?:\/\/|www\.)\S{0,2000}|[^\s#]\S{0,60}(?: \S{1,60}){0,3} ?|)$/u.exec(before) ?? [];
  if (attachable !== undefined)
    return { sign: "#", typed: attachable.trim(), from: caret - attachable.length - 1 };
  const [, command] = /^\/([a-z0-9_-]*)$/i.exec(before) ?? [];
  if (command !== undefined) return { sign: "/", typed: command.toLowerCase(), from: 0 };
  const [, mention] = /(?:^|[\s(])@([\p{L}\p{N}_-]*)$/u.exec(before) ?? [];
  if (mention === undefined) return undefined;
  return { sign: "@", typed: mention.toLowerCase(), from: caret - mention.length - 1 };
}

/** Variant of `findNameAt` for saved replies, whose names may contain spaces. */
export function findSavedReplyAt(text: string, caret: number): NameAt | undefined {
  const [, typed] = /^\/([^\n]{0,40})$/.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { sign: "/", typed: typed.toLowerCase(), from: 0 };
}

export function filterSuggestions(all: Suggestion[], typed: string): Suggestion[] {
  const rank = ({ name, label }: Suggestion) =>
    name.startsWith(typed) ? 0 : label.toLowerCase().includes(typed) || name.includes(typed) ? 1 : 2;
  return all
    .filter((each) => rank(each) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 8);
}

/** Returns the prompt that a text starts with. Those with variables need no further text. */
export function parseCommand(
  text: string,
  actions: Suggestion[],
): { action: string; rest: string; command?: Command } | undefined {
  const [, name, rest = ""] = /^\/([a-z0-9_]+)(?:\s+([\s\S]*))?$/i.exec(text) ?? [];
  const action = actions.find((each) => each.name === name?.toLowerCase());
  return action && (action.command || rest.trim())
    ? { action: action.name, rest: rest.trim(), command: action.command }
    : undefined;
}
