import { Dialog } from "@/components/ui/dialog";
import type { Message } from "./thread-data";

type Usage = Partial<Record<"input_tokens" | "output_tokens" | "duration_ms", number | null>> & {
  model?: string | null;
};
type Context = {
  history_messages?: number;
  summary?: boolean;
  memories?: number;
  parent?: boolean;
  canvas?: boolean;
  files?: number;
  characters?: number;
};

/** What a reply was made from and by. */
export function MadeFromDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="What this reply was made from">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {factsOf(message).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function factsOf({ extra, memory_id }: Message): [string, string][] {
  const usage = (extra?.usage ?? {}) as Usage;
  const context = (extra?.context ?? {}) as Context;
  const used = [
    several(context.history_messages, "earlier message"),
    context.summary && "the summary of older messages",
    several(context.memories, "memory", "memories"),
    context.parent && "the parent chat",
    context.canvas && "the canvas",
    several(context.files, "file"),
  ].filter((part) => typeof part === "string");
  const facts: [string, string | undefined][] = [
    ["Model", usage.model === "builtin" ? "Document finder (built in)" : (usage.model ?? undefined)],
    ["Time", usage.duration_ms == null ? undefined : `${(usage.duration_ms / 1000).toFixed(1)} seconds`],
    ["Tokens", tokens(usage)],
    ["Context", extra?.context ? ["the message", ...used].join(", ") : undefined],
    [
      "Size",
      context.characters == null ? undefined : `${context.characters.toLocaleString("en")} characters`,
    ],
    ["Memory", memory_id === null ? undefined : "Something was remembered: Settings → Memory"],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

const several = (count: number | undefined, one: string, many = `${one}s`) =>
  count ? `${count} ${count === 1 ? one : many}` : undefined;

const tokens = ({ input_tokens: read, output_tokens: wrote }: Usage) =>
  read == null && wrote == null ? undefined : `${read ?? "?"} read, ${wrote ?? "?"} written`;
