import type { DocumentItem } from "@/components/data/documents";
import { Badge } from "@/components/ui/states";

const whole = new Intl.NumberFormat("en");

type State = Pick<DocumentItem, "status" | "step" | "progress" | "queue_position">;

/** How far the reading of a document is, in words. */
export function stateOf({ status, step, progress, queue_position: place }: State): string {
  if (status === "queued")
    return place === null ? "Queued" : place === 1 ? "Queued, next" : `Queued, number ${whole.format(place)}`;
  if (status === "failed") return "Failed";
  if (status === "ready") return "Ready";
  const part = progress === null ? "…" : ` ${progress} %`;
  return (step === "embedding" ? "Indexing" : "Reading") + part;
}

/** The state of a document; one that is ready needs no word. */
export function StateBadge({ document }: { document: State }) {
  if (document.status === "ready") return null;
  return <Badge tone={document.status === "failed" ? "danger" : "neutral"}>{stateOf(document)}</Badge>;
}
