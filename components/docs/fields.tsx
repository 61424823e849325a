import type { Field, Shape } from "./outline";
import { Inline } from "./prose";

/** Parameters or the fields of a body, a row each; what is inside an inline object opens below it. */
export function Fields({ fields }: { fields: Field[] }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      {fields.map((field) => (
        <div key={field.name} className="px-3 py-2 sm:grid sm:grid-cols-[12rem_1fr] sm:gap-4">
          <dt className="min-w-0 font-mono text-sm break-words">
            {field.name}
            {field.required && <span className="ml-2 font-sans text-xs text-muted">required</span>}
          </dt>
          <dd className="min-w-0 text-sm break-words text-muted">
            <TypeOf shape={field} />
            {field.description && (
              <p className="mt-0.5">
                <Inline text={field.description} />
              </p>
            )}
            {field.fields && (
              <details className="mt-1">
                <summary className="cursor-pointer hover:text-ink">
                  {field.fields.length === 1 ? "1 field" : `${field.fields.length} fields`}
                </summary>
                <div className="mt-2">
                  <Fields fields={field.fields} />
                </div>
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A type in words, its named schemas as links to their place on the page. */
export function TypeOf({ shape: { type, refs, notes } }: { shape: Shape }) {
  const parts = type.split(/(\w+)/);
  return (
    <>
      <span className="font-mono text-[0.8125rem] text-ink">
        {parts.map((part, index) =>
          refs.includes(part) ? (
            <a
              key={index}
              href={`#schema-${part}`}
              className="text-accent underline-offset-2 hover:underline"
            >
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </span>
      {notes.length > 0 && ` · ${notes.join(" · ")}`}
    </>
  );
}
