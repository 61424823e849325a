import { blocksOf } from "./blocks";
import { hasCode, hasMath } from "./extras";
import { highlight } from "./highlight";
import { math } from "./math";
import { Prose } from "./prose";
import { renderBlock } from "./render";

/** A text that the server renders whole, so that the browser needs no renderer for it. */
export const ServerMarkdown = ({ text }: { text: string }) => {
  const extras = { highlight: hasCode(text) ? highlight : undefined, math: hasMath(text) ? math : undefined };
  return (
    <Prose>
      {blocksOf(text).map((block, index) => (
        <div key={index}>{renderBlock(block, extras)}</div>
      ))}
    </Prose>
  );
};
