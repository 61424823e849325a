import type { OperationOutline } from "./outline";
import { OperationParts } from "./parts";
import { Prose } from "./prose";
import { heightOfOperation } from "./size";
import { TryIt } from "./try-it";
import { WhenNear } from "./when-near";

const credentials = {
  token: "Needs an access token, an API token or a session.",
  "login token": "Needs a login token.",
  none: "Open to anyone.",
};

/** One operation of the reference, from its address to an example that can be pasted. */
export function Operation({ operation, server }: { operation: OperationOutline; server: string }) {
  const { id, method, path, summary, description, deprecated } = operation;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      data-search={searchText(operation)}
      className="scroll-mt-20 border-t border-line py-8"
    >
      <h3
        id={`${id}-title`}
        className={`text-lg font-semibold ${deprecated ? "text-muted line-through" : ""}`}
      >
        <a href={`#${id}`} className="hover:underline">
          {summary}
        </a>
      </h3>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 font-mono text-sm">
        <Method method={method} />
        <code className="break-all">{path}</code>
        {deprecated && <span className="font-sans text-xs text-muted">deprecated</span>}
      </p>
      {description && <Prose text={description} className="mt-3 max-w-prose text-sm" />}
      <p className="mt-2 text-sm text-muted">{credentials[operation.credentials]}</p>

      <WhenNear height={heightOfOperation(operation, server)}>
        <OperationParts operation={operation} server={server} />
      </WhenNear>
      <TryIt id={id} />
    </section>
  );
}

/** What the filter looks in. */
const searchText = ({ method, path, summary, description = "", id }: OperationOutline) =>
  `${method} ${path} ${summary} ${id} ${description}`.toLowerCase();

const colours: Record<string, string> = {
  GET: "text-[light-dark(#0369a1,#7dd3fc)]",
  POST: "text-[light-dark(#047857,#6ee7b7)]",
  PUT: "text-[light-dark(#92400e,#fcd34d)]",
  PATCH: "text-[light-dark(#6d28d9,#c4b5fd)]",
  DELETE: "text-[light-dark(#be123c,#fda4af)]",
};

export const Method = ({ method }: { method: string }) => (
  <span className={`font-mono text-xs font-semibold ${colours[method]}`}>{method}</span>
);
