"use client";

import { useTranslations } from "@/components/i18n/words";
import { listFormat } from "@/lib/platform/words/translate";
import { Example } from "./example";
import { Fields, ShapeFields, Type } from "./fields";
import type { OperationOutline, Outline } from "./outline";
import { Inline, Prose } from "./prose";
import type { Recorded } from "./recorded";
import type { Note } from "./schema";
import { TryIt } from "./try-it";

const credentials = {
  token: "credentialsToken",
  "login token": "credentialsLogin",
  none: "credentialsNone",
} as const;
const inPlaces = { path: "inPath", query: "inQuery", header: "inHeader" } as const;

const toLocationNotes = (field: { in: string }): Note[] => {
  const key = inPlaces[field.in as keyof typeof inPlaces];
  return key ? [{ key }] : [];
};

type OperationProps = {
  operation: OperationOutline;
  recorded?: Recorded;
} & Pick<Outline, "server" | "places">;

export function Operation({ operation, recorded, server, places }: OperationProps) {
  const t = useTranslations("docs");
  const { id, method, path, summary, description, deprecated, parameters, body } = operation;
  return (
    <section id={id} aria-labelledby={`${id}-title`} data-operation className="docs-topic">
      <div>
        <div>
          <h2 id={`${id}-title`}>
            <a href={`#${id}`} lang="en">
              {summary}
            </a>
          </h2>
          <p className="docs-address">
            <Method method={method} />
            <code>{path}</code>
            {deprecated && <span>{t("deprecated")}</span>}
          </p>
          {description && <Prose text={description} className="docs-prose" />}
          <p className="docs-note">{t(credentials[operation.credentials])}</p>
        </div>
        {parameters.length > 0 && (
          <Part title={t("parameters")}>
            <Fields
              fields={parameters.map((field) => ({
                ...field,
                notes: [...toLocationNotes(field), ...field.notes],
              }))}
              places={places}
            />
          </Part>
        )}
        {body && (
          <Part
            title={t("body")}
            detail={body.required ? body.mediaType : t("bodyOptional", { type: body.mediaType })}
          >
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

function AnswerPart({ operation: { answer, errors }, places }: Pick<OperationProps, "operation" | "places">) {
  const t = useTranslations("docs");
  const { status, mediaTypes, shape } = answer;
  const types = listFormat(t.locale, { type: "disjunction" }).format(mediaTypes);
  return (
    <Part title={t("response")} detail={[status, types].filter(Boolean).join(" · ")}>
      <div className="docs-fields">
        <p>
          {shape ? <Type shape={shape} places={places} /> : t("noBody")}
          {shape?.description && (
            <span lang="en" className="text-muted">
              {" "}
              <Inline text={shape.description} />
            </span>
          )}
        </p>
        {shape?.fields && (
          <details>
            <summary>{t("fields", { count: shape.fields.length })}</summary>
            <Fields fields={shape.fields} places={places} />
          </details>
        )}
      </div>
      <p className="docs-note">
        {t.rich("errorsOf", {
          link: (text) => <a href="/docs#errors">{text}</a>,
          errors: listFormat(t.locale, { type: "unit" }).format(
            errors.map((status) => (status === "else" ? t("else") : status)),
          ),
        })}
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
