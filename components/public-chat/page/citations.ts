import type { Api, CitedPassage, RefusedCall } from "./api";
import type { VisitorMessage } from "./message-html";
import type { Texts } from "./texts";

type CitationOptions = {
  texts: Texts;
  api: Api;
  say: (text: string) => void;
  save: (file: Blob, name: string) => void;
};
type Cited = VisitorMessage["citations"][number];

const CODE = "code,a,button";

export function splitAtCitations(text: string, cited: Cited[]): (string | Cited)[] {
  return text
    .split(/(\[\d{1,2}\])/)
    .map((part) => cited.find(({ n }) => part === `[${n}]`) ?? part)
    .filter((part) => part !== "");
}

export function renderCitations(
  article: HTMLElement,
  message: VisitorMessage,
  options: CitationOptions,
): void {
  const bubble = article.querySelector(".bubble");
  if (!bubble) return;
  const walker = document.createTreeWalker(bubble, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes) {
    if (node.parentElement?.closest(CODE)) continue;
    const parts = splitAtCitations(node.data, message.citations);
    if (parts.some((part) => typeof part !== "string"))
      node.replaceWith(
        ...parts.map((part) => (typeof part === "string" ? part : number(message.id, part, options))),
      );
  }
}

const getSourceTitle = ({ n, title }: Cited, texts: Texts) =>
  // The replacement is a function, because a title may contain patterns such as `$&`.
  texts.source.replace("{n}", String(n)).replace("{title}", () => title);
const getSourcePage = ({ page }: Cited, texts: Texts) =>
  page === null ? "" : texts.sourcePage.replace("{page}", String(page));

function number(id: number, cited: Cited, options: CitationOptions): HTMLElement {
  const { texts, api, say } = options;
  const button = createButton("cite", String(cited.n), async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    try {
      open(await api.source(id, cited.n), options);
    } catch (error) {
      const isGone = (error as RefusedCall).status === 404;
      say(isGone ? texts.sourceGone : texts.fileFailed.replace("{name}", () => cited.title));
    } finally {
      button.ariaBusy = null;
    }
  });
  button.ariaLabel = button.title = [getSourceTitle(cited, texts), getSourcePage(cited, texts)]
    .filter(Boolean)
    .join(", ");
  button.ariaHasPopup = "dialog";
  return button;
}

// Opens a dialog with a chunk. The chunk is set as text content, never as HTML.
function open(source: CitedPassage, { texts, api, say, save }: CitationOptions): void {
  const panel = document.createElement("dialog");
  panel.className = "source";
  const title = block("h2", getSourceTitle(source, texts));
  const page = block("p", getSourcePage(source, texts));
  const passage = block("div", source.text);
  passage.className = "passage";
  // Makes a long chunk scrollable by keyboard.
  passage.tabIndex = 0;
  title.id = "source-title";
  passage.id = "source-text";
  panel.setAttribute("aria-labelledby", title.id);
  panel.setAttribute("aria-describedby", passage.id);
  const choices = document.createElement("div");
  choices.className = "choices";
  const { file_url: url } = source;
  const name = () => source.title;
  if (url !== null)
    choices.append(
      createButton("plain-button", texts.downloadFile.replace("{name}", name), async () => {
        try {
          save(await api.file(url), source.title);
        } catch {
          panel.close();
          say(texts.fileFailed.replace("{name}", name));
        }
      }),
    );
  const close = createButton("plain-button", texts.closeFile, () => panel.close());
  choices.append(close);
  panel.append(title, ...(page.textContent ? [page] : []), passage, choices);
  panel.onclose = () => panel.remove();
  panel.onclick = ({ target }) => target === panel && panel.close();
  document.body.append(panel);
  panel.showModal();
  close.focus();
}

function block(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.dir = "auto";
  element.textContent = text;
  return element;
}

function createButton(className: string, label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = label;
  button.onclick = act;
  return button;
}
