import type { Message } from "@/components/data/thread";
import { sampling } from "@/lib/ai/sampling/contract";
import { fields, items, number, text } from "./notes";

type MessageExtra = Message["extra"];

export function parseUsage(extra: MessageExtra) {
  if (!extra?.usage) return undefined;
  const { model, input_tokens, output_tokens, duration_ms } = fields(extra.usage);
  return {
    model: text(model),
    input_tokens: number(input_tokens),
    output_tokens: number(output_tokens),
    duration_ms: number(duration_ms),
  };
}

export function parseContext(extra: MessageExtra) {
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

/** Returns the models that failed before the one that replied, with the reasons. */
export const passedOver = (extra: MessageExtra): { model: string; reason: string }[] =>
  items(extra?.passed_over).flatMap(({ model, message }) => {
    const [name, reason] = [text(model), text(message)];
    return name && reason ? [{ model: name, reason }] : [];
  });

export const listDroppedSettings = (extra: MessageExtra): string[] =>
  (Array.isArray(extra?.left_out) ? extra.left_out : []).flatMap(
    (name) => sampling[name as keyof typeof sampling]?.label ?? [],
  );
