import type { Message } from "@/components/data/thread";
import { sampling } from "@/lib/llm/sampling/settings";
import { toFields, toItems, toNumber, toText } from "./notes";

type MessageExtra = Message["extra"];

export function parseUsage(extra: MessageExtra) {
  if (!extra?.usage) return undefined;
  const { model, input_tokens, output_tokens, duration_ms } = toFields(extra.usage);
  return {
    model: toText(model),
    input_tokens: toNumber(input_tokens),
    output_tokens: toNumber(output_tokens),
    duration_ms: toNumber(duration_ms),
  };
}

export function parseContext(extra: MessageExtra) {
  if (!extra?.context) return undefined;
  const { history_messages, summary, memories, parent, canvas, files, characters } = toFields(extra.context);
  return {
    history_messages: toNumber(history_messages),
    summary: summary === true,
    memories: toNumber(memories),
    parent: parent === true,
    canvas: canvas === true,
    files: toNumber(files),
    characters: toNumber(characters),
  };
}

export const parseInstruction = (extra: MessageExtra): string | undefined =>
  toText(toFields(extra?.regeneration).instruction);

export const listFailedAttempts = (extra: MessageExtra): { model: string; reason: string }[] =>
  toItems(extra?.passed_over).flatMap(({ model, message }) => {
    const [name, reason] = [toText(model), toText(message)];
    return name && reason ? [{ model: name, reason }] : [];
  });

export const listDroppedSettings = (extra: MessageExtra): string[] =>
  (Array.isArray(extra?.left_out) ? extra.left_out : []).flatMap(
    (name) => sampling[name as keyof typeof sampling]?.label ?? [],
  );
