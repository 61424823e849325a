"use client";

import { memo, type ReactNode, useEffect, useState } from "react";
import { blocksOf } from "./blocks";
import { type Extras, hasCode, hasMath } from "./extras";
import { Prose } from "./prose";

type Render = (block: string, extras: Extras) => ReactNode;
const loaded: Extras & { render?: Render } = {};

/** Loads what a text needs; a browser that only reads what the server rendered loads none of it. */
async function load(text: string): Promise<void> {
  await Promise.all([
    loaded.render ??
      import("./render").then(({ renderBlock }) => {
        loaded.render = renderBlock;
      }),
    hasCode(text) &&
      (loaded.highlight ??
        import("./highlight").then(({ highlight }) => {
          loaded.highlight = highlight;
        })),
    hasMath(text) &&
      (loaded.math ??
        import("./math").then(({ math }) => {
          loaded.math = math;
        })),
  ]);
}

const missing = (text: string) =>
  !loaded.render || (hasCode(text) && !loaded.highlight) || (hasMath(text) && !loaded.math);

/** A text that the browser renders: at first as it was written, as soon as the renderer is there as markdown. */
export function Markdown({ text }: { text: string }) {
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
  const { render, highlight, math } = loaded;
  return (
    <Prose>
      {render ? (
        blocksOf(text).map((block, index) => (
          <Block
            key={index}
            block={block}
            render={render}
            highlight={hasCode(block) ? highlight : undefined}
            math={hasMath(block) ? math : undefined}
          />
        ))
      ) : (
        <p className="whitespace-pre-wrap">{text}</p>
      )}
    </Prose>
  );
}

const Block = memo(function Block({
  block,
  render,
  highlight,
  math,
}: Extras & { block: string; render: Render }) {
  return <div>{render(block, { highlight, math })}</div>;
});
