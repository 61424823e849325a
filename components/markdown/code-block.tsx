"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { Suspense } from "react";
import { lazy } from "@/components/ui/lazy";
import { useCopy } from "@/components/ui/use-copy";

/** Without its colours, as offline, code reads as well. */
const ColouredCode = lazy(() =>
  import("./coloured-code").then(
    (file) => ({ default: file.ColouredCode }),
    () => ({ default: ({ code }: { code: string }) => code }),
  ),
);

/** A piece of code with its language and a button that copies it. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <figure className="my-3 overflow-hidden rounded-xl border bg-code">
      <figcaption className="flex items-center justify-between border-b px-3 py-1 text-xs text-muted">
        <span>{language || "text"}</span>
        <button
          type="button"
          onClick={() => void copy(code)}
          className="inline-flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-hover hover:text-ink pointer-coarse:py-2"
        >
          {isCopied ? <Check className="size-3.5" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
          {isCopied ? "Copied" : "Copy code"}
        </button>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed"
      >
        <code>
          <Suspense fallback={code}>
            <ColouredCode code={code} language={language.toLowerCase()} />
          </Suspense>
        </code>
      </pre>
    </figure>
  );
}
