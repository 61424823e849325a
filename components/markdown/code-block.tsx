"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Maximize from "lucide-react/icons/maximize-2";
import WrapText from "lucide-react/icons/wrap-text";
import { Suspense, useId, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { lazy } from "@/components/ui/lazy";
import { save } from "@/components/ui/save";
import { TabList } from "@/components/ui/tab-list";
import { useCopy } from "@/components/ui/use-copy";
import { artifactOf, fileNameOf } from "./artifacts";

/** Without its colours, as offline, code reads as well. */
const ColouredCode = lazy(() =>
  import("./coloured-code").then(
    (file) => ({ default: file.ColouredCode }),
    () => ({ default: ({ code }: { code: string }) => code }),
  ),
);
const Preview = lazy(() => import("./preview/preview").then((file) => ({ default: file.Preview })));

const TABS = { preview: "Preview", code: "Code" };

/**
 * A piece of code with its language and what one does with it. What it makes is
 * shown first, as soon as it is written.
 */
export function CodeBlock({
  code,
  language: named,
  isClosed,
}: {
  code: string;
  language: string;
  isClosed: boolean;
}) {
  const id = useId();
  const language = named.toLowerCase();
  const kind = artifactOf(language);
  const [chosen, choose] = useState<keyof typeof TABS>();
  const [isWrapped, setWrapped] = useState(false);
  const [isExpanded, setExpanded] = useState(false);
  const tab = kind ? (chosen ?? (isClosed ? "preview" : "code")) : "code";
  const pre = (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cx(
        "overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed",
        isWrapped && "whitespace-pre-wrap wrap-anywhere",
      )}
    >
      <code>
        <Suspense fallback={code}>
          <ColouredCode code={code} language={language} />
        </Suspense>
      </code>
    </pre>
  );
  return (
    <figure className="my-3 overflow-hidden rounded-xl border bg-code">
      <figcaption className="flex items-center justify-between gap-2 border-b px-3 py-1 text-xs text-muted">
        {kind ? (
          <TabList
            {...{ id, tab }}
            label={`Show ${language} as`}
            tabs={TABS}
            onTab={choose}
            className="-ml-2 flex shrink-0 gap-1 whitespace-nowrap"
            tabClassName="rounded-md px-2 py-1 hover:bg-hover hover:text-ink aria-selected:bg-surface aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
          />
        ) : (
          <span className="min-w-0 truncate">{named || "text"}</span>
        )}
        <span className="flex shrink-0 items-center">
          {tab === "code" ? (
            <IconButton
              label="Wrap lines"
              aria-pressed={isWrapped}
              onClick={() => setWrapped(!isWrapped)}
              className={SMALL}
            >
              <WrapText aria-hidden />
            </IconButton>
          ) : (
            <IconButton label="Expand preview" onClick={() => setExpanded(true)} className={SMALL}>
              <Maximize aria-hidden />
            </IconButton>
          )}
          <IconButton
            label="Download"
            onClick={() => save(new Blob([code], { type: "text/plain" }), fileNameOf(language))}
            className={SMALL}
          >
            <Download aria-hidden />
          </IconButton>
          <CopyButton code={code} />
        </span>
      </figcaption>
      {kind ? (
        <div id={`${id}-content`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
          {tab === "code" ? (
            pre
          ) : (
            <Suspense fallback={<div className="h-80" />}>
              <Preview
                {...{ kind, code, isExpanded, pre }}
                name={fileNameOf(language)}
                onClose={() => setExpanded(false)}
              />
            </Suspense>
          )}
        </div>
      ) : (
        pre
      )}
    </figure>
  );
}

const SMALL =
  "size-7! rounded-md! aria-pressed:text-ink aria-pressed:bg-hover pointer-coarse:size-10! [&_svg]:size-3.5!";

function CopyButton({ code }: { code: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <button
      type="button"
      onClick={() => void copy(code)}
      className="inline-flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-hover hover:text-ink pointer-coarse:py-2"
    >
      {isCopied ? <Check className="size-3.5" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
      <span className="max-sm:sr-only">{isCopied ? "Copied" : "Copy code"}</span>
    </button>
  );
}
