"use client";

import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { useWords } from "@/components/i18n/words";
import type { Block as Read } from "@/lib/platform/markdown/parse.mjs";
import type { Translate } from "@/lib/platform/words/translate";
import { NestedMarkdown } from "./nested";
import { Prose } from "./prose";
import type { SetMath } from "./render";

const loaded: {
  read?: (text: string) => Read[];
  getParsePauseMs?: (text: string) => number;
  render?: (t: Translate<"markdown">, block: Read, setMath?: SetMath) => ReactNode;
  setMath?: SetMath;
  /** Variant of `setMath` with the commands of mhchem. */
  setChemistry?: SetMath;
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
        import("./render"),
      ]).then(
        ([{ read }, { getParsePauseMs }, { renderBlock }]) =>
          void Object.assign(loaded, { read, getParsePauseMs: getParsePauseMs, render: renderBlock }),
      ),
    hasMath(text) &&
      (loaded.setMath ??
        import("./math").then(({ setMath }) => {
          loaded.setMath = setMath;
        })),
    hasChemistry(text) &&
      (loaded.setChemistry ??
        import("./chemistry").then(({ setChemistry }) => {
          loaded.setChemistry = setChemistry;
        })),
  ]);
}

const missing = (text: string) =>
  !loaded.render || (hasMath(text) && !loaded.setMath) || (hasChemistry(text) && !loaded.setChemistry);

const mathFor = (source: string): SetMath | undefined => {
  if (hasChemistry(source)) return loaded.setChemistry;
  return hasMath(source) ? loaded.setMath : undefined;
};

/** The text is shown verbatim until the renderer is loaded. */
export function Markdown({ text: latest }: { text: string }) {
  const t = useWords("markdown");
  const text = usePaced(latest);
  const [, setLoads] = useState(0);
  const isMissing = missing(text);
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    load(text).then(
      () => isWanted && setLoads((count) => count + 1),
      // Offline, the text stays verbatim.
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
            <Block key={index} t={t} block={block} render={render} setMath={mathFor(block.source)} />
          ))
        ) : (
          <p className="whitespace-pre-wrap">{text}</p>
        )}
      </Prose>
    </NestedMarkdown>
  );
}

// Shorter pauses between renderings are skipped. In milliseconds.
const MIN_PAUSE_MS = 100;

// Throttles a growing text by the time that its rendering takes.
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
  setMath,
}: {
  t: Translate<"markdown">;
  block: Read;
  render: NonNullable<typeof loaded.render>;
  setMath: SetMath | undefined;
}) {
  return <div>{render(t, block, setMath)}</div>;
});
