import type { Outline } from "./outline";
import { Inline } from "./prose";
import type { Field, Shape } from "./schema";

type Places = Pick<Outline, "places">;

/** Parameters or the fields of a body, a row each; what is inside an inline object opens below it. */
export function Fields({ fields, places }: { fields: Field[] } & Places) {
  return (
    <dl className="docs-fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            {field.name} <Type shape={field} places={places} />
            {field.required && <b> required</b>}
          </dt>
          <dd>
            {field.description && (
              <p>
                <Inline text={field.description} />
              </p>
            )}
            {field.notes.length > 0 && <p>{field.notes.join(" · ")}</p>}
            {field.fields && (
              <details>
                <summary>{field.fields.length === 1 ? "1 field" : `${field.fields.length} fields`}</summary>
                <Fields fields={field.fields} places={places} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields of a schema; its type where it has none. */
export const ShapeFields = ({ shape, places }: { shape: Shape } & Places) =>
  shape.fields ? (
    <Fields fields={shape.fields} places={places} />
  ) : (
    <p className="docs-fields">
      <Type shape={shape} places={places} />
      {shape.notes.length > 0 && ` · ${shape.notes.join(" · ")}`}
    </p>
  );

/** A type in words, its named schemas as links to where they are shown. */
export function Type({ shape: { type, refs }, places }: { shape: Shape } & Places) {
  if (refs.length === 0) return <i>{type}</i>;
  return (
    <i>
      {type.split(/(\w+)/).map((part, index) =>
        refs.includes(part) && places[part] ? (
          <a key={index} href={`${places[part]}#schema-${part}`}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </i>
  );
}
