"use client";

import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { retryWhenReachable } from "@/components/browser/lazy";
import { useTranslations } from "@/components/i18n/words";
import type { Block as Read } from "@/lib/platform/markdown/parse.mjs";
import type { Translate } from "@/lib/platform/words/translate";
import { NestedMarkdown } from "./nested";
import { Prose } from "./prose";
import type { RenderMath } from "./render";

const loaded: {
  read?: (text: string) => Read[];
  getParsePauseMs?: (text: string) => number;
  render?: (t: Translate<"markdown">, block: Read, renderMath?: RenderMath) => ReactNode;
  renderMath?: RenderMath;
  /** Variant of `renderMath` with the commands of mhchem. */
  renderChemistry?: RenderMath;
} = {};

const hasMath = (text: string): boolean => /\$|\\[([]|[`~]{3} *math/.test(text) || hasChemistry(text);
const hasChemistry = (text: string): boolean => /\\(?:ce|pu)\{/.test(text);

// Loads the renderers that a text needs. Server-rendered texts need none.
async function load(text: string): Promise<void> {
  await Promise.all([
    loaded.render ??
      Promise.all([
        import("@/lib/platform/markdown/parse.mjs"),
        import("@/lib/platform/markdown/blocks.mjs"),
        import("./browser-render"),
      ]).then(
        ([{ read }, { getParsePauseMs }, { renderBlock }]) =>
          void Object.assign(loaded, { read, getParsePauseMs: getParsePauseMs, render: renderBlock }),
      ),
    hasMath(text) &&
      (loaded.renderMath ??
        import("./math").then(({ renderMath }) => {
          loaded.renderMath = renderMath;
        })),
    hasChemistry(text) &&
      (loaded.renderChemistry ??
        import("./chemistry").then(({ renderChemistry }) => {
          loaded.renderChemistry = renderChemistry;
        })),
  ]);
}

const missing = (text: string) =>
  !loaded.render || (hasMath(text) && !loaded.renderMath) || (hasChemistry(text) && !loaded.renderChemistry);

const mathFor = (source: string): RenderMath | undefined => {
  if (hasChemistry(source)) return loaded.renderChemistry;
  return hasMath(source) ? loaded.renderMath : undefined;
};

/** The text is shown verbatim until the renderer is loaded. */
export function Markdown({ text: latest }: { text: string }) {
  const t = useTranslations("markdown");
  const text = usePaced(latest);
  const [, setLoads] = useState(0);
  const isMissing = missing(text);
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    retryWhenReachable(() => load(text)).then(
      () => isWanted && setLoads((count) => count + 1),
      // The text stays verbatim.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [isMissing, text]);
  const { read, render } = loaded;
  return (
    <NestedMarkdown value={Markdown}>
      <Prose>
        {read && render ? (
          read(text).map((block, index) => (
            <Block key={index} t={t} block={block} render={render} renderMath={mathFor(block.source)} />
          ))
        ) : (
          <p className="whitespace-pre-wrap">{text}</p>
        )}
      </Prose>
    </NestedMarkdown>
  );
}

// Texts that need a pause of at most this length between renderings aren't throttled.
const MIN_PAUSE_MS = 100;

// Renders a growing text less often the longer its rendering takes.
function usePaced(text: string): string {
  const [shown, setShown] = useState(text);
  const shownAt = useRef(0);
  const pause = shown === text ? 0 : (loaded.getParsePauseMs?.(text) ?? 0);
  const isSlow = pause > MIN_PAUSE_MS && text.startsWith(shown);
  useEffect(() => {
    if (shown === text) return;
    const show = () => {
      shownAt.current = performance.now();
      setShown(text);
    };
    if (!isSlow) return show();
    const timer = setTimeout(show, Math.max(0, shownAt.current + pause - performance.now()));
    return () => clearTimeout(timer);
  }, [text, shown, pause, isSlow]);
  return isSlow ? shown : text;
}

// Memoized: `read` returns identical objects for unchanged blocks of a streaming reply.
const Block = memo(function Block({
  t,
  block,
  render,
  renderMath,
}: {
  t: Translate<"markdown">;
  block: Read;
  render: NonNullable<typeof loaded.render>;
  renderMath: RenderMath | undefined;
}) {
  return <div>{render(t, block, renderMath)}</div>;
});
