import type { Message } from "@/components/data/thread";
import { Dialog } from "@/components/ui/dialog";
import { contextOf, leftOutOf, usageOf } from "./made-from-notes";

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
  const usage = usageOf(extra);
  const context = contextOf(extra);
  const leftOut = leftOutOf(extra);
  const used = [
    several(context?.history_messages, "earlier message"),
    context?.summary && "the summary of older messages",
    several(context?.memories, "memory", "memories"),
    context?.parent && "the parent chat",
    context?.canvas && "the canvas",
    several(context?.files, "file"),
  ].filter((part) => typeof part === "string");
  const facts: [string, string | undefined][] = [
    ["Model", usage?.model === "builtin" ? "Document finder (built in)" : usage?.model],
    [
      "Time",
      usage?.duration_ms === undefined ? undefined : `${(usage.duration_ms / 1000).toFixed(1)} seconds`,
    ],
    ["Tokens", usage && tokens(usage)],
    ["Context", context ? ["the message", ...used].join(", ") : undefined],
    [
      "Size",
      context?.characters === undefined ? undefined : `${context.characters.toLocaleString("en")} characters`,
    ],
    ["Left out", leftOut.length > 0 ? `${leftOut.join(", ")}: this model doesn't take it` : undefined],
    ["Memory", memory_id === null ? undefined : "Something was remembered: Settings → Memory"],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

const several = (count: number | undefined, one: string, many = `${one}s`) =>
  count ? `${count} ${count === 1 ? one : many}` : undefined;

const tokens = ({ input_tokens: read, output_tokens: wrote }: NonNullable<ReturnType<typeof usageOf>>) =>
  read === undefined && wrote === undefined ? undefined : `${read ?? "?"} read, ${wrote ?? "?"} written`;
