import { icons } from "./icons";
import { articleHtml, type Message, messageHtml } from "./message-html";
import type { Texts } from "./texts/en";

/** Nearer to the end than this the log follows what comes. In px. */
const NEAR = 120;
/** A streamed text is rendered this often at most. In ms. */
const RENDER_EVERY = 80;

/** The messages on the page. Markdown is loaded with the first text that the server has not rendered. */
export function log(texts: Texts, { retry }: { retry: (id: number) => void }) {
  const main = document.querySelector("main")!;
  const list = document.querySelector<HTMLElement>(".messages")!;
  const status = document.getElementById("status")!;
  let known = new Map<number, Message>();
  let render: ((markdown: string) => string) | undefined;
  let loading: Promise<void> | undefined;
  const load = () => {
    loading ??= import("./markdown").then(({ htmlOf }) => {
      render = htmlOf;
    });
    return loading;
  };

  const isAtEnd = () => main.scrollHeight - main.scrollTop - main.clientHeight < NEAR;
  const toEnd = () => main.scrollTo({ top: main.scrollHeight });
  const following = (change: () => void) => {
    const follows = isAtEnd();
    change();
    if (follows) toEnd();
  };
  const find = (id: number) => list.querySelector<HTMLElement>(`article[data-id="${id}"]`);

  function tools(article: HTMLElement, message: Message): void {
    const bar = document.createElement("div");
    bar.className = "tools";
    const add = (icon: keyof typeof icons, label: string, act: (button: HTMLButtonElement) => void) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "icon";
      button.ariaLabel = button.title = label;
      button.innerHTML = icons[icon];
      button.onclick = () => act(button);
      bar.append(button);
    };
    if (message.role !== "guest" && message.message)
      add("copy", texts.copy, (button) => {
        void navigator.clipboard?.writeText(message.message).then(() => {
          button.innerHTML = icons.done;
          status.textContent = texts.copied;
        });
      });
    if (message.role === "assistant") add("retry", texts.retry, () => retry(message.id));
    if (bar.childElementCount > 0) article.append(bar);
  }

  async function put(message: Message): Promise<void> {
    known.set(message.id, message);
    if (message.role !== "guest") await load();
    if (known.get(message.id) !== message) return;
    following(() => {
      const holder = document.createElement("div");
      holder.innerHTML = articleHtml(
        message,
        message.role === "guest" ? "" : render!(message.message),
        texts,
      );
      const article = holder.firstElementChild as HTMLElement;
      tools(article, message);
      const old = find(message.id);
      if (old) return old.replaceWith(article);
      const after = [...list.querySelectorAll<HTMLElement>("article[data-id]")].find(
        (other) => Number(other.dataset.id) > message.id,
      );
      list.insertBefore(article, after ?? list.querySelector("article:not([data-id])"));
    });
  }

  function remove(id: number): void {
    known.delete(id);
    find(id)?.remove();
  }

  return {
    load,
    put,
    remove,
    /** Makes the log what it is on the server; what has not changed is left as it is. */
    replace(messages: Message[]): void {
      const isFirst = known.size === 0;
      const now = new Map(messages.map((message) => [message.id, message]));
      for (const article of list.querySelectorAll<HTMLElement>("article[data-id]"))
        if (!now.has(Number(article.dataset.id))) remove(Number(article.dataset.id));
      for (const message of messages) {
        const before = known.get(message.id);
        if (before && JSON.stringify(before) === JSON.stringify(message)) {
          // It may still be waiting to be rendered, and is known by this object.
          now.set(message.id, before);
          continue;
        }
        const rendered = find(message.id);
        if (isFirst && rendered) tools(rendered, message);
        else void put(message);
      }
      known = now;
      if (isFirst) toEnd();
    },
    /** A message that is on its way. */
    pending(text: string, files: File[]) {
      const article = document.createElement("article");
      article.className = "guest";
      const attachments = files.map(({ name, type, size }) => ({
        document_id: 0,
        file_name: name,
        mime_type: type,
        size,
        url: "",
      }));
      article.innerHTML = messageHtml(
        { role: "guest", message: text, attachments, error: null, stopped: false },
        "",
        texts,
      );
      list.append(article);
      toEnd();
      return {
        sent: (message: Message) => {
          article.remove();
          void put(message);
        },
        failed: (again: () => void) => {
          const mark = document.createElement("p");
          mark.className = "mark";
          const button = document.createElement("button");
          button.type = "button";
          button.className = "plain-button";
          button.textContent = texts.retry;
          button.onclick = () => {
            article.remove();
            again();
          };
          mark.append(texts.notSent, button);
          article.append(mark);
          toEnd();
        },
      };
    },
    /** A reply that is being written. */
    running() {
      const article = document.createElement("article");
      article.className = "assistant";
      article.innerHTML = messageHtml(
        { role: "assistant", message: "", attachments: null, error: null, stopped: false },
        '<span class="dots"></span>',
        texts,
      );
      article.ariaBusy = "true";
      following(() => list.append(article));
      status.textContent = texts.writing;
      let text = "";
      let timer: ReturnType<typeof setTimeout> | undefined;
      const paint = async () => {
        await load();
        timer = undefined;
        const bubble = article.querySelector(".bubble");
        if (!bubble || !text) return;
        following(() => {
          bubble.innerHTML = render!(text);
        });
      };
      return {
        show: (now: string) => {
          text = now;
          timer ??= setTimeout(() => void paint(), RENDER_EVERY);
        },
        remove: () => {
          clearTimeout(timer);
          following(() => article.remove());
        },
      };
    },
    /** Says a message to screen readers. */
    announce: ({ role, message }: Message): void => {
      status.textContent = `${role === "team" ? texts.team : texts.assistant}: ${message.slice(0, 1000)}`;
    },
  };
}
