import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazy } from "@/components/browser/lazy";
import { canvasPageQuery, type PageEntry } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { toCodeFileName } from "@/components/markdown/artifacts";
import { Markdown } from "@/components/markdown/markdown";
import { NestedMarkdown } from "@/components/markdown/nested";
import { Prose } from "@/components/markdown/prose";
import { ErrorState, Loading } from "@/components/ui/states";
import { MAX_TEXT_LENGTH } from "./editor-field";
import { TextEditor } from "./text-editor";

const Artifact = lazy(() =>
  import("@/components/markdown/preview/preview").then((file) => ({ default: file.Artifact })),
);
const CodeEditor = lazy(() => import("./editors/code-editor").then((file) => ({ default: file.CodeEditor })));
const ColouredCode = lazy(() =>
  import("@/components/markdown/coloured-code").then((file) => ({ default: file.ColouredCode })),
);

export function PageEditor({ chat, entry }: { chat: Chat; entry: PageEntry }) {
  const t = useTranslations("canvas");
  const problem = useProblem();
  const { data: page, error, refetch } = useQuery(canvasPageQuery(chat.uuid, entry.id));
  if (error)
    return <ErrorState what={t("pageFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!page) return <Loading label={t("loadingPage")} className="mt-4 h-80" />;
  const { kind } = page;
  const written = (text: string) => (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed"
    >
      <Suspense fallback={text}>
        <ColouredCode code={text} language={page.language ?? kind} isNumbered />
      </Suspense>
    </pre>
  );
  const isMade = kind !== "text" && kind !== "code";
  const language = page.language ?? (kind === "code" ? "text" : kind);
  const readOnly = (text: string) => (
    <Suspense fallback={<Loading label={t("loadingEditor")} className="canvas-field" />}>
      <CodeEditor
        {...{ language, isReadOnly: true, isWrapped: kind === "text", maxLength: MAX_TEXT_LENGTH }}
        value={text}
        label={t("textOf", { name: entry.title })}
      />
    </Suspense>
  );
  return (
    <TextEditor
      chat={chat}
      page={page.id}
      stored={page.text}
      name={entry.title}
      fileName={toFileName(entry)}
      language={language}
      isRich={kind === "markdown"}
      tabs={
        kind === "markdown"
          ? { write: t("write"), source: t("markdown"), preview: t("preview") }
          : isMade
            ? { preview: t("preview"), write: t("code") }
            : { write: t(kind === "code" ? "code" : "write") }
      }
      preview={(text) =>
        isMade ? (
          <Suspense fallback={<div className="h-80" />}>
            <div className="overflow-hidden rounded-xl border">
              <Prose>
                <NestedMarkdown value={Markdown}>
                  <Artifact
                    kind={kind}
                    code={text}
                    name={t("onPage", { title: entry.title })}
                    isLarge
                    pre={written(text)}
                  />
                </NestedMarkdown>
              </Prose>
            </div>
          </Suspense>
        ) : (
          readOnly(text)
        )
      }
    />
  );
}

function toFileName({ title, kind, language }: PageEntry): string {
  const [ending] = /\..+$/.exec(toCodeFileName(language ?? (kind === "code" ? "text" : kind))) ?? [""];
  return title.endsWith(ending) ? title : title + ending;
}
