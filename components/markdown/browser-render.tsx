import { type ReactNode, Suspense, use } from "react";
import type { Block } from "@/lib/platform/markdown/parse.mjs";
import type { Translate } from "@/lib/platform/words/translate";
import type { MentionProps } from "./mention";
import { MentionContext } from "./nested";
import { type RenderMath, renderBlock as renderAnywhere } from "./render";

export const renderBlock = (t: Translate<"markdown">, block: Block, math?: RenderMath): ReactNode =>
  renderAnywhere(t, block, { math, mention: (mention) => <Mention {...mention} /> });

function Mention(mention: MentionProps) {
  const Shown = use(MentionContext);
  return Shown ? (
    <Suspense fallback={mention.text}>
      <Shown {...mention} />
    </Suspense>
  ) : (
    mention.text
  );
}
