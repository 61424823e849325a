import { toFields, toNumber, toText } from "@/components/chat/reply/notes";
import type { Message, ReplyRun } from "@/components/data/thread";

export type ComparisonColumn = { model: string; position: number; message?: Message; run?: ReplyRun };

/** Returns the position of a reply in an open comparison; undefined for other replies. */
export function parseComparison({ extra }: Pick<Message, "extra">) {
  const { model, position } = toFields(extra?.comparison);
  const [named, at] = [toText(model), toNumber(position)];
  return named === undefined || at === undefined ? undefined : { model: named, position: at };
}

export function toColumns(replies: Message[], runs: ReplyRun[]): ComparisonColumn[] {
  const columns = new Map<number, ComparisonColumn>();
  for (const run of runs)
    if (run.comparison) columns.set(run.comparison.position, { ...run.comparison, run });
  for (const message of replies) {
    const place = parseComparison(message);
    if (place) columns.set(place.position, { ...place, message });
  }
  return [...columns.values()].sort((a, b) => a.position - b.position);
}
