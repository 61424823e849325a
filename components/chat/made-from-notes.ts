import type { Message } from "@/components/data/thread";
import { fields, number, text } from "./notes";

type Extra = Message["extra"];

/** What made a reply, and how much of it. */
export function usageOf(extra: Extra) {
  if (!extra?.usage) return undefined;
  const { model, input_tokens, output_tokens, duration_ms } = fields(extra.usage);
  return {
    model: text(model),
    input_tokens: number(input_tokens),
    output_tokens: number(output_tokens),
    duration_ms: number(duration_ms),
  };
}

/** What a reply was made from. */
export function contextOf(extra: Extra) {
  if (!extra?.context) return undefined;
  const { history_messages, summary, memories, parent, canvas, files, characters } = fields(extra.context);
  return {
    history_messages: number(history_messages),
    summary: summary === true,
    memories: number(memories),
    parent: parent === true,
    canvas: canvas === true,
    files: number(files),
    characters: number(characters),
  };
}
