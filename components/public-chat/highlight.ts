import type { ElementContent } from "hast";
import { highlight } from "../markdown/highlight";

/** Colours the code of a message whose language is named and known. */
export function colour(article: HTMLElement): void {
  for (const code of article.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')) {
    const parts = highlight(code.textContent ?? "", code.className.slice("language-".length));
    if (parts) code.replaceChildren(...parts.map(node));
  }
}

function node(part: ElementContent): Node {
  if (part.type !== "element") return document.createTextNode("value" in part ? part.value : "");
  const span = document.createElement("span");
  span.className = (part.properties.className as string[] | undefined)?.join(" ") ?? "";
  span.append(...part.children.map(node));
  return span;
}
