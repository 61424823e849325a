"use client";

import { useTranslations } from "@/components/i18n/words";
import type { Translate } from "@/lib/platform/words/translate";
import type { Outline } from "./outline";
import { Inline } from "./prose";
import type { Note, SchemaField, SchemaShape } from "./schema";

type Places = Pick<Outline, "places">;

export function Fields({ fields, places }: { fields: SchemaField[] } & Places) {
  const t = useTranslations("docs");
  return (
    <dl className="docs-fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            {field.name} <Type shape={field} places={places} />
            {field.required && <b> {t("required")}</b>}
          </dt>
          <dd>
            {field.description && (
              <p lang="en" dir="ltr">
                <Inline text={field.description} />
              </p>
            )}
            {field.notes.length > 0 && <p>{notesIn(t, field.notes)}</p>}
            {field.fields && (
              <details>
                <summary>{t("fields", { count: field.fields.length })}</summary>
                <Fields fields={field.fields} places={places} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ShapeFields({ shape, places }: { shape: SchemaShape } & Places) {
  const t = useTranslations("docs");
  return shape.fields ? (
    <Fields fields={shape.fields} places={places} />
  ) : (
    <p className="docs-fields">
      <Type shape={shape} places={places} />
      {shape.notes.length > 0 && ` · ${notesIn(t, shape.notes)}`}
    </p>
  );
}

const notesIn = (t: Translate<"docs">, notes: Note[]) =>
  notes
    .map((note) => (typeof note === "string" ? note : t(note.key, { value: note.value ?? "" })))
    .join(" · ");

export function Type({ shape: { type, refs }, places }: { shape: SchemaShape } & Places) {
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
