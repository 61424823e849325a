import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import type { SpokenReply } from "@/lib/platform/markdown/spoken-reply";
import type { Texts } from "./texts";

export type Renderer = ReturnType<typeof createRenderer>;

/** Loads the Markdown renderer on demand; without it, texts are shown as plain text. */
export function createRenderer(texts: Texts) {
  let render: ((markdown: string) => string) | undefined;
  let newSpoken: (() => SpokenReply) | undefined;
  let loading: Promise<void> | undefined;
  return {
    load: () => {
      loading ??= import("./markdown").then(
        ({ toHtml, SpokenReply }) => {
          render = toHtml;
          const labels = { code: texts.codeBlock, table: texts.table };
          newSpoken = () => new SpokenReply(labels, document.documentElement.lang);
        },
        () => {
          loading = undefined;
          render ??= (markdown) => `<p class="plain">${escapeText(markdown)}</p>`;
        },
      );
      return loading;
    },
    toHtml: (markdown: string) => render!(markdown),
    createSpoken: () => newSpoken?.(),
  };
}
