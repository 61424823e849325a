import { getColours } from "@/components/markdown/colours";
import type { Coloured } from "@/components/markdown/highlight";

export async function highlightCode(article: HTMLElement): Promise<void> {
  for (const code of article.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')) {
    const language = code.className.slice("language-".length).toLowerCase();
    const parts = await getColours(code.textContent ?? "", language);
    if (parts) code.replaceChildren(...parts.map(node));
  }
}

function node(part: Coloured): Node {
  if (typeof part === "string") return document.createTextNode(part);
  const span = document.createElement("span");
  span.className = part.classes;
  span.append(...part.parts.map(node));
  return span;
}
