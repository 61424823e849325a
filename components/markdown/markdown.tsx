"use client";

import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { useWords } from "@/components/words/words";
import type { Block as Read } from "@/lib/platform/markdown/parse.mjs";
import type { Translate } from "@/lib/platform/words/translate";
import { NestedMarkdown } from "./nested";
import { Prose } from "./prose";
import type { SetMath } from "./render";

const loaded: {
  read?: (text: string) => Read[];
  pauseOf?: (text: string) => number;
  render?: (t: Translate<"markdown">, block: Read, setMath?: SetMath) => ReactNode;
  setMath?: SetMath;
  /** Variant of `setMath` with the commands of mhchem. */
  setChemistry?: SetMath;
} = {};

const hasMath = (text: string): boolean => /\$|\\[([]|[`~]{3} *math/.test(text) || hasChemistry(text);
const hasChemistry = (text: string): boolean => /\\(?:ce|pu)\{/.test(text);

/** Loads what a text needs; a browser that only reads what the server rendered loads none of it. */
async function load(text: string): Promise<void> {
  await Promise.all([
    loaded.render ??
      Promise.all([
        import("@/lib/platform/markdown/parse.mjs"),
        import("@/lib/platform/markdown/blocks.mjs"),
        import("./render"),
      ]).then(
        ([{ read }, { pauseOf }, { renderBlock }]) =>
          void Object.assign(loaded, { read, pauseOf, render: renderBlock }),
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

/** A text that the browser renders: at first as it was written, as soon as the renderer is there as markdown. */
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
      // Offline: it stays as it was written.
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

/** Below this a text is read again at once, in ms. */
const MIN_PAUSE_MS = 100;

/** A text that grows, as of the last time that it was worth reading. */
function usePaced(text: string): string {
  const [shown, setShown] = useState(text);
  const shownAt = useRef(0);
  const pause = shown === text ? 0 : (loaded.pauseOf?.(text) ?? 0);
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

/** While a reply is written its earlier blocks stay the very same ones (`read` keeps them). */
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
