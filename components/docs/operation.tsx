import { curlOf } from "./curl";
import { Fields, TypeOf } from "./fields";
import type { OperationOutline } from "./outline";
import { Prose } from "./prose";
import { TryIt } from "./try-it";

const credentials = {
  token: "Needs an access token, an API token or a session.",
  "login token": "Needs a login token.",
  none: "Open to anyone.",
};

/** One operation of the reference, from its address to an example that can be pasted. */
export function Operation({ operation, server }: { operation: OperationOutline; server: string }) {
  const { id, method, path, summary, description, deprecated, parameters, body, answer, refusals } =
    operation;
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

      <div className="mt-4 space-y-4">
        {parameters.length > 0 && (
          <Part title="Parameters">
            <Fields
              fields={parameters.map((field) => ({ ...field, notes: [`in ${field.in}`, ...field.notes] }))}
            />
          </Part>
        )}
        {body && (
          <Part title={`Body: ${body.mediaType}${body.required ? "" : ", optional"}`}>
            {body.shape.fields ? (
              <Fields fields={body.shape.fields} />
            ) : (
              <p className="text-sm">
                <TypeOf shape={body.shape} />
              </p>
            )}
          </Part>
        )}
        <Part
          title={`Answer: ${answer.status}${answer.mediaTypes.length > 0 ? ` ${answer.mediaTypes.join(" or ")}` : ""}`}
        >
          {answer.shape?.fields ? (
            <details>
              <summary className="cursor-pointer text-sm text-muted hover:text-ink">
                <TypeOf shape={answer.shape} />
              </summary>
              <div className="mt-2">
                <Fields fields={answer.shape.fields} />
              </div>
            </details>
          ) : (
            <p className="text-sm">{answer.shape ? <TypeOf shape={answer.shape} /> : "No body."}</p>
          )}
          <details className="mt-2 text-sm">
            <summary className="cursor-pointer text-muted hover:text-ink">
              Refusals: {refusals.map(({ status }) => status).join(", ")}
            </summary>
            <dl className="mt-2 grid grid-cols-[3rem_1fr] gap-x-3 gap-y-1">
              {refusals.map((refusal) => (
                <div key={refusal.status} className="contents">
                  <dt className="font-mono">{refusal.status}</dt>
                  <dd className="text-muted">{refusal.description}</dd>
                </div>
              ))}
            </dl>
          </details>
        </Part>
        <Part title="Example">
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-[0.8125rem] leading-relaxed"
          >
            {curlOf(operation, server)}
          </pre>
        </Part>
        <TryIt id={id} />
      </div>
    </section>
  );
}

/** What the filter looks in. */
const searchText = ({ method, path, summary, description = "", id }: OperationOutline) =>
  `${method} ${path} ${summary} ${id} ${description}`.toLowerCase();

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h4 className="mb-1.5 text-sm font-medium">{title}</h4>
      {children}
    </div>
  );
}

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
