import { Example } from "./example";
import { Fields, ShapeFields, Type } from "./fields";
import type { OperationOutline, Outline } from "./outline";
import { Inline, Prose } from "./prose";
import type { Recorded } from "./recorded";
import { TryIt } from "./try-it";

const credentials = {
  token: "Needs an access token, an API token or a session.",
  "login token": "Needs a login token.",
  none: "Open to anyone.",
};

type Props = {
  operation: OperationOutline;
  recorded?: Recorded;
} & Pick<Outline, "server" | "places">;

/** One operation: what it does, takes and answers, and beside it how it is called. */
export function Operation({ operation, recorded, server, places }: Props) {
  const { id, method, path, summary, description, deprecated, parameters, body } = operation;
  return (
    <section id={id} aria-labelledby={`${id}-title`} data-operation className="docs-topic">
      <div>
        <div>
          <h2 id={`${id}-title`}>
            <a href={`#${id}`}>{summary}</a>
          </h2>
          <p className="docs-address">
            <Method method={method} />
            <code>{path}</code>
            {deprecated && <span>deprecated</span>}
          </p>
          {description && <Prose text={description} className="docs-prose" />}
          <p className="docs-note">{credentials[operation.credentials]}</p>
        </div>
        {parameters.length > 0 && (
          <Part title="Parameters">
            <Fields
              fields={parameters.map((field) => ({ ...field, notes: [`in ${field.in}`, ...field.notes] }))}
              places={places}
            />
          </Part>
        )}
        {body && (
          <Part title="Body" detail={`${body.mediaType}${body.required ? "" : ", optional"}`}>
            <ShapeFields shape={body.shape} places={places} />
          </Part>
        )}
        <AnswerPart operation={operation} places={places} />
        <TryIt id={id} />
      </div>
      <div>
        <Example operation={operation} server={server} recorded={recorded} />
      </div>
    </section>
  );
}

function AnswerPart({ operation: { answer, errors }, places }: Pick<Props, "operation" | "places">) {
  const { status, mediaTypes, shape } = answer;
  return (
    <Part title="Answer" detail={[status, mediaTypes.join(" or ")].filter(Boolean).join(", ")}>
      <div className="docs-fields">
        <p>
          {shape ? <Type shape={shape} places={places} /> : "No body."}
          {shape?.description && (
            <span className="text-muted">
              {" "}
              <Inline text={shape.description} />
            </span>
          )}
        </p>
        {shape?.fields && (
          <details>
            <summary>{shape.fields.length === 1 ? "1 field" : `${shape.fields.length} fields`}</summary>
            <Fields fields={shape.fields} places={places} />
          </details>
        )}
      </div>
      <p className="docs-note">
        <a href="/docs#errors">Errors</a>: {errors.join(", ")}
      </p>
    </Part>
  );
}

function Part(props: { title: string; detail?: string; children: React.ReactNode }) {
  return (
    <div>
      <h3>
        {props.title}
        {props.detail && <span>{props.detail}</span>}
      </h3>
      {props.children}
    </div>
  );
}

export const Method = ({ method }: { method: string }) => (
  <span className="docs-method" data-method={method}>
    {method}
  </span>
);
