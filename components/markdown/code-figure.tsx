import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import ListOrdered from "lucide-react/icons/list-ordered";
import Maximize from "lucide-react/icons/maximize-2";
import NotebookPen from "lucide-react/icons/notebook-pen";
import WrapText from "lucide-react/icons/wrap-text";
import { type ComponentProps, type ReactNode, useContext, useId, useState } from "react";
import { lazy, retryWhenReachable } from "@/components/browser/lazy";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { save } from "@/components/ui/save";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { TabList } from "@/components/ui/tab-list";
import { useCopy } from "@/components/ui/use-copy";
import { type ArtifactKind, type Code, getArtifactKind, toCodeFileName } from "./artifacts";
import { OpenInCanvas } from "./open-in-canvas";

// Falls back to plain code if highlighting can't be loaded.
const ColouredCode = lazy(() =>
  retryWhenReachable(() => import("./coloured-code")).then(
    (file) => ({ default: file.ColouredCode }),
    () => ({ default: ({ code }: { code: string }) => code }),
  ),
);
const Preview = lazy(() => import("./preview/preview").then((file) => ({ default: file.Preview })));

type Tab = "preview" | "code";

export function CodeFigure({ code, language: named, isClosed }: Code) {
  const t = useTranslations("markdown");
  const id = useId();
  const language = named.toLowerCase();
  const kind = getArtifactKind({ code, language });
  const name = toCodeFileName(language);
  const [chosen, choose] = useState<Tab>();
  const [isWrapped, setWrapped] = useState(false);
  const [isNumbered, setNumbered] = useState(false);
  const [isExpanded, setExpanded] = useState(false);
  const tab: Tab = kind ? (chosen ?? (isClosed ? "preview" : "code")) : "code";
  const pre = <Pre {...{ code, language, isWrapped, isNumbered }} />;
  return (
    <figure data-kind={kind} className="my-3 overflow-hidden rounded-xl border bg-code">
      <figcaption
        className={cx(
          "flex items-center justify-between gap-2 border-b px-3 py-0.5 text-xs text-muted",
          kind && "print:hidden",
        )}
      >
        {kind ? (
          <TabList
            {...{ id, tab }}
            label={t("showAs", { language })}
            tabs={{ preview: t("preview"), code: t("code") }}
            onTab={choose}
            className="-ms-2 flex shrink-0 gap-1 whitespace-nowrap"
            tabClassName="rounded-md px-2 py-1 hover:bg-hover hover:text-ink aria-selected:bg-surface aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
          />
        ) : (
          <span className="min-w-0 truncate">{named || t("plainText")}</span>
        )}
        <span className="flex shrink-0 items-center print:hidden">
          {tab === "code" ? (
            <>
              <Action
                label={t("lineNumbers")}
                aria-pressed={isNumbered}
                onClick={() => setNumbered(!isNumbered)}
              >
                <ListOrdered aria-hidden />
              </Action>
              <Action label={t("wrapLines")} aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
                <WrapText aria-hidden />
              </Action>
            </>
          ) : (
            <Action label={t("expand")} onClick={() => setExpanded(true)}>
              <Maximize aria-hidden />
            </Action>
          )}
          <FileActions {...{ code, language, name, kind, isClosed }} />
        </span>
      </figcaption>
      {kind ? (
        <div id={`${id}-content`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
          <TabContent {...{ tab, kind, code, name, pre, isExpanded }} onClose={() => setExpanded(false)} />
        </div>
      ) : (
        pre
      )}
    </figure>
  );
}

type PreProps = { code: string; language: string; isWrapped: boolean; isNumbered: boolean };

const Pre = ({ code, language, isWrapped, isNumbered }: PreProps) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    tabIndex={0}
    className={cx(
      "scroll-shadow overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed [--beneath:var(--color-code)]",
      isWrapped && "whitespace-pre-wrap wrap-anywhere",
    )}
  >
    <code>
      <StableSuspense fallback={code}>
        <ColouredCode code={code} language={language} isNumbered={isNumbered} />
      </StableSuspense>
    </code>
  </pre>
);

type TabContentProps = {
  tab: Tab;
  kind: ArtifactKind;
  code: string;
  name: string;
  pre: ReactNode;
  isExpanded: boolean;
  onClose: () => void;
};

function TabContent({ tab, pre, ...preview }: TabContentProps) {
  const [isDrawn, setDrawn] = useState(false);
  if (tab === "code") return pre;
  return (
    <>
      <div className={isDrawn ? undefined : "print:hidden"}>
        <StableSuspense fallback={<div aria-busy className="h-80" />}>
          <Preview {...preview} pre={pre} onDrawn={setDrawn} />
        </StableSuspense>
      </div>
      {!isDrawn && <pre className="hidden p-3 text-[0.8125rem] print:block">{preview.code}</pre>}
    </>
  );
}

type FileActionsProps = Code & { name: string; kind: ArtifactKind | undefined };

function FileActions({ code, language, name, kind, isClosed }: FileActionsProps) {
  const t = useTranslations("markdown");
  const openInCanvas = useContext(OpenInCanvas);
  return (
    <>
      {openInCanvas && isClosed && (
        <Action
          label={t("openInCanvas")}
          onClick={() =>
            openInCanvas({ title: name, kind: kind ?? "code", language: language || null, text: code })
          }
        >
          <NotebookPen aria-hidden />
        </Action>
      )}
      <Action
        label={t("download", { name })}
        onClick={() => save(new Blob([code], { type: "text/plain" }), name)}
      >
        <Download aria-hidden />
      </Action>
      <CopyButton code={code} />
    </>
  );
}

const Action = (props: Omit<ComponentProps<typeof IconButton>, "className">) => (
  <IconButton
    {...props}
    className="size-7! rounded-md! aria-pressed:bg-hover aria-pressed:text-ink pointer-coarse:size-10! [&_svg]:size-3.5!"
  />
);

function CopyButton({ code }: { code: string }) {
  const t = useTranslations("markdown");
  const { isCopied, copy } = useCopy();
  return (
    <button
      type="button"
      onClick={() => void copy(code)}
      className="inline-flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-hover hover:text-ink pointer-coarse:py-3"
    >
      {isCopied ? <Check className="size-3.5" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
      <span className="max-sm:sr-only">{t(isCopied ? "copied" : "copyCode")}</span>
    </button>
  );
}
