import { type Api, type PageSettings, RefusedCall } from "./api";
import type { Texts } from "./texts";

export type TeamNews = Pick<PageSettings, "is_waiting" | "is_away" | "back_at" | "offline_text" | "email">;

const DAY = 86_400_000;

export function renderTeamStatus(news: TeamNews, texts: Texts, api: () => Api): void {
  const { is_waiting: isWaiting, is_away: isAway } = news;
  const line = document.getElementById("team") ?? createLine();
  line.hidden = !isWaiting && !isAway;
  const words = [
    isWaiting && texts.waiting,
    isAway && (news.offline_text ?? (!isWaiting && texts.away)),
    isAway && news.back_at && texts.backAt.replace("{when}", moment(new Date(news.back_at))),
    news.email && texts.mailedTo.replace("{email}", news.email),
  ];
  const said = line.querySelector("p")!;
  // Each part is isolated, because the owner's text may be in another language and direction.
  const parts = words.filter((part) => part !== false && part !== null && part !== "");
  const text = parts.join(" ");
  // Set only on a change, so that it isn't announced again.
  if (said.textContent !== text)
    said.replaceChildren(...parts.flatMap((part, at) => [at > 0 ? " " : "", isolated(part as string)]));
  if (line.querySelector("form")) return;
  const label = news.email ? texts.changeEmail : texts.mailMe;
  // Reused between updates, because it may have the focus.
  const button = line.querySelector("button") ?? line.appendChild(createPlainButton(label, "button"));
  if (button.textContent !== label) button.textContent = label;
  button.onclick = () => {
    const form = emailForm(texts, async (email) => {
      const language = document.documentElement.lang.split("-")[0]!;
      const saved = await api().put<{ email: string }>("/email", { email, language });
      form.remove();
      news.email = saved.email;
      renderTeamStatus(news, texts, api);
      line.querySelector("button")!.focus();
    });
    button.remove();
    line.append(form);
    form.querySelector("input")!.focus();
  };
}

function isolated(text: string): HTMLElement {
  const part = document.createElement("bdi");
  part.textContent = text;
  return part;
}

function createLine(): HTMLElement {
  const line = document.createElement("div");
  line.id = "team";
  line.className = "notice";
  const said = document.createElement("p");
  said.role = "status";
  line.append(said);
  document.getElementById("notice")!.before(line);
  return line;
}

// Formats a time relative to now: the time today, the weekday this week, otherwise the date.
function moment(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  const isSoon = at.getTime() - Date.now() < 6 * DAY;
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const day = isSoon ? ({ weekday: "long" } as const) : ({ day: "numeric", month: "long" } as const);
  return new Intl.DateTimeFormat(document.documentElement.lang, isToday ? time : { ...day, ...time }).format(
    at,
  );
}

function createPlainButton(label: string, type: "button" | "submit"): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = type;
  button.className = "plain-button";
  button.textContent = label;
  return button;
}

/** @param save Rejects if the server refuses the address */
function emailForm(texts: Texts, save: (email: string) => Promise<void>): HTMLFormElement {
  const form = document.createElement("form");
  form.noValidate = true;
  form.ariaLabel = texts.mailMe;
  const input = document.createElement("input");
  Object.assign(input, {
    type: "email",
    autocomplete: "email",
    required: true,
    maxLength: 254,
    dir: "ltr",
    placeholder: texts.emailAddress,
    ariaLabel: texts.emailAddress,
  });
  const wrong = document.createElement("p");
  wrong.role = "alert";
  wrong.id = "wrong-email";
  const submit = createPlainButton(texts.saveEmail, "submit");
  const refuse = (why: string) => {
    wrong.textContent = why;
    input.ariaInvalid = String(why !== "");
    input.setAttribute("aria-describedby", wrong.id);
    if (why) input.focus();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    // The browser's validation accepts only ASCII addresses; the server accepts all scripts.
    if (!/\S@\S/.test(input.value)) return refuse(texts.wrongEmail);
    submit.disabled = true;
    try {
      await save(input.value.trim());
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      refuse(error.status === 422 ? texts.wrongEmail : texts.failed);
    } finally {
      submit.disabled = false;
    }
  };
  form.append(input, submit, wrong);
  return form;
}
