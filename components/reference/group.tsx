"use client";

import { useTranslations } from "@/components/i18n/words";
import { ShapeFields } from "./fields";
import { Operation } from "./operation";
import type { GroupOutline, NamedShape, Outline } from "./outline";
import type { Recordings } from "./recorded";

type DocsGroupProps = {
  group: GroupOutline;
  recorded: Recordings["operations"];
} & Pick<Outline, "server" | "places">;

export function Group({ group, recorded, server, places }: DocsGroupProps) {
  return (
    <>
      <h1 lang="en" className="text-2xl font-semibold tracking-tight">
        {group.tag}
      </h1>
      {group.description && (
        <p lang="en" dir="ltr" className="mt-1 mb-8 text-muted">
          {group.description}
        </p>
      )}
      {group.operations.map((operation) => (
        <Operation
          key={operation.id}
          operation={operation}
          recorded={recorded[operation.id]}
          server={server}
          places={places}
        />
      ))}
      <Schemas schemas={group.schemas} places={places} />
    </>
  );
}

export function Schemas({ schemas, places }: { schemas: NamedShape[] } & Pick<Outline, "places">) {
  const t = useTranslations("docs");
  if (schemas.length === 0) return null;
  return (
    <div className="border-t border-line pt-10">
      <h2 className="text-lg font-semibold">{t("schemas")}</h2>
      {schemas.map((schema) => (
        <section
          key={schema.name}
          id={`schema-${schema.name}`}
          aria-labelledby={`schema-${schema.name}-title`}
          className="max-w-3xl scroll-mt-16 pt-8"
        >
          <h3 id={`schema-${schema.name}-title`} className="mb-2 font-mono text-sm font-semibold">
            {schema.name}
          </h3>
          <ShapeFields shape={schema} places={places} />
        </section>
      ))}
    </div>
  );
}
