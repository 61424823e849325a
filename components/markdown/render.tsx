import type { ReactNode } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { elementsFor } from "./elements";
import type { Extras } from "./extras";
import { isHostile } from "./hostile";

/** One block of a text as elements; as it was written when it is hostile or cannot be read. */
export function renderBlock(block: string, extras: Extras): ReactNode {
  const plain = <p className="whitespace-pre-wrap">{block}</p>;
  if (isHostile(block)) return plain;
  try {
    // Called, not rendered: so a failure is caught here, on the server too.
    return Markdown({
      children: extras.math ? withDollars(block) : block,
      remarkPlugins: [remarkGfm, ...(extras.math?.remark ?? [])],
      rehypePlugins: extras.math?.rehype ?? [],
      components: elementsFor(extras),
    });
  } catch {
    return plain;
  }
}

/** Models also write `\(x\)` and `\[x\]`; in code these stay as they are. */
const withDollars = (block: string): string =>
  block
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\\\[([\s\S]+?)\\\]/g, (_, inner: string) => `$$$$${inner}$$$$`)
            .replace(/\\\((.+?)\\\)/g, (_, inner: string) => `$${inner}$`),
    )
    .join("");
