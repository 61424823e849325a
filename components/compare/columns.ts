import { fields, number, text } from "@/components/chat/notes";
import type { Message, Run } from "@/components/data/thread";

/** What one of several models says to a question: written, or being written. */
export type Column = { model: string; position: number; message?: Message; run?: Run };

/** Where a reply stands in a comparison that nobody has decided; undefined for any other. */
export function comparisonOf({ extra }: Pick<Message, "extra">) {
  const { model, position } = fields(extra?.comparison);
  const [named, at] = [text(model), number(position)];
  return named === undefined || at === undefined ? undefined : { model: named, position: at };
}

/** The columns of a question that several models answer; none of any other. */
export function columnsOf(replies: Message[], runs: Run[]): Column[] {
  const columns = new Map<number, Column>();
  for (const run of runs)
    if (run.comparison) columns.set(run.comparison.position, { ...run.comparison, run });
  for (const message of replies) {
    const place = comparisonOf(message);
    if (place) columns.set(place.position, { ...place, message });
  }
  return [...columns.values()].sort((a, b) => a.position - b.position);
}
