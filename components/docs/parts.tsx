"use client";

import { curlOf } from "./curl";
import { Fields, TypeOf } from "./fields";
import type { OperationOutline, Shape } from "./outline";

/** What an operation takes and answers, and an example that can be pasted. */
export function OperationParts({ operation, server }: { operation: OperationOutline; server: string }) {
  const { parameters, body, answer, errors } = operation;
  return (
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
          <ShapeParts shape={body.shape} />
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
          <p className="text-sm text-muted">{answer.shape ? <TypeOf shape={answer.shape} /> : "No body."}</p>
        )}
        <p className="mt-2 text-sm text-muted">
          <a href="#errors" className="underline-offset-2 hover:text-ink hover:underline">
            Errors
          </a>
          : {errors.join(", ")}
        </p>
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
    </div>
  );
}

/** The fields of a schema; its type where it has none. */
export const ShapeParts = ({ shape }: { shape: Shape }) =>
  shape.fields ? (
    <Fields fields={shape.fields} />
  ) : (
    <p className="text-sm text-muted">
      <TypeOf shape={shape} />
    </p>
  );

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h4 className="mb-1.5 text-sm font-medium">{title}</h4>
      {children}
    </div>
  );
}
