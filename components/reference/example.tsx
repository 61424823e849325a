"use client";

import { useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import { useCopy } from "@/components/ui/use-copy";
import type { OperationOutline } from "./outline";
import type { Recorded } from "./recorded";
import { buildSamples, languages } from "./samples";

export function Example(props: { operation: OperationOutline; server: string; recorded?: Recorded }) {
  const t = useTranslations("docs");
  const { operation, server, recorded } = props;
  const samples = buildSamples(operation, server, recorded);
  return (
    <details className="docs-example">
      <summary>{t("example")}</summary>
      <div>
        <Block title={<LanguageTabs />}>
          {languages.map(({ id }) => (
            <Code key={id} language={id} text={samples[id]} />
          ))}
        </Block>
        {recorded && <Answer {...recorded} />}
      </div>
    </details>
  );
}

const LanguageTabs = () =>
  languages.map(({ id, name }) => (
    <label key={id} htmlFor={`language-${id}`}>
      {name}
    </label>
  ));

function Answer({ status, answer }: Recorded) {
  const t = useTranslations("docs");
  if (answer === undefined) {
    return (
      <p className="docs-note">
        {t(status === 204 ? "responseNoBody" : "responseFile", { status: String(status) })}
      </p>
    );
  }
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return (
    <Block title={t("responseOf", { status: String(status) })}>
      <Code text={text} />
    </Block>
  );
}

export function Block({ title, children }: { title: React.ReactNode; children: React.ReactNode }) {
  const t = useTranslations("docs");
  const place = useRef<HTMLDivElement>(null);
  const { isCopied, copy } = useCopy();
  const shown = () =>
    [...(place.current?.querySelectorAll("pre") ?? [])].find((code) => code.checkVisibility())?.textContent;
  return (
    <div ref={place} className="docs-block">
      <div>
        {title}
        <button type="button" aria-live="polite" onClick={() => copy(shown() ?? "")}>
          {t(isCopied ? "copied" : "copy")}
        </button>
      </div>
      {children}
    </div>
  );
}

export const Code = ({ language, text }: { language?: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <pre tabIndex={0} data-language={language}>
    {text}
  </pre>
);
