"use client";

import { lazy } from "@/components/browser/lazy";
import { useTranslations } from "@/components/i18n/words";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { type Code, getArtifactKind } from "./artifacts";

const CodeFigure = lazy(() => import("./code-figure").then((file) => ({ default: file.CodeFigure })));

export function CodeBlock(code: Code) {
  const t = useTranslations("markdown");
  const kind = getArtifactKind({ ...code, language: code.language.toLowerCase() });
  return (
    <StableSuspense
      fallback={
        <figure
          data-kind={kind}
          aria-busy={kind !== undefined && code.isClosed}
          className="my-3 overflow-hidden rounded-xl border bg-code"
        >
          <figcaption className="flex h-[33px] items-center border-b px-3 text-xs text-muted pointer-coarse:h-[45px]">
            {code.language || t("plainText")}
          </figcaption>
          <pre className="overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed">
            <code>{code.code}</code>
          </pre>
        </figure>
      }
    >
      <CodeFigure {...code} />
    </StableSuspense>
  );
}
