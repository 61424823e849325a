import type { ReactNode } from "react";
import { getTranslations } from "@/components/i18n/server";
import { Markdown } from "@/components/markdown/markdown";
import { PAGE_WORK_BUDGET, renderOnServer } from "@/components/markdown/server-markdown";
import { Work } from "@/lib/platform/markdown/work.mjs";
import { PrintedDocument } from "./printed-document";

type PrintedCanvasProps = {
  title: string;
  kind: string;
  language: string | null;
  text: string;
  nav: ReactNode;
};

export async function PrintedCanvas({ title, kind, language, text, nav }: PrintedCanvasProps) {
  const markdown = await getTranslations("markdown");
  const t = await getTranslations("canvas");
  const source = kind === "markdown" ? text : toCodeBlock(text, language ?? LANGUAGES[kind] ?? kind);
  const work = new Work(PAGE_WORK_BUDGET);
  return (
    <PrintedDocument name={title} nav={nav} isForPaper>
      {text.trim() === "" ? (
        <p className="mt-6 text-muted">{t("empty")}</p>
      ) : (
        <article className="mt-4">
          {kind === "text" ? (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
          ) : (
            (renderOnServer(markdown, source, work) ?? <Markdown text={source} />)
          )}
        </article>
      )}
    </PrintedDocument>
  );
}

const LANGUAGES: Record<string, string> = { react: "jsx", code: "text" };

// Returns a code block, which shows diagrams, charts and tables as they look.
function toCodeBlock(code: string, language: string): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((length, ticks) => Math.max(length, ticks.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
