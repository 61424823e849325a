import { type Api, apiFor, newKey, newSession, Refusal, type Run, type Settings } from "./api";
import { composer } from "./composer";
import type { PageData } from "./document-html";
import { follow } from "./events";
import { isEmbedded, onLauncher, tellHost } from "./host";
import { log } from "./log";
import type { Message } from "./message-html";
import * as session from "./session";

const data = JSON.parse(document.getElementById("data")!.textContent!) as PageData;
const { texts, chatId } = data;
const element = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const notice = element("notice");
let marker = session.marker(chatId);
let isAsking = false;

let api: Api;
let isShown = true;
let unread = 0;
let newest = 0;
let over = new AbortController();
const runs = new Map<string, AbortController>();

const messages = log(texts, {
  retry: (id) => void attempt(async () => run((await api.retry(id)).streaming_task_id)),
});
const input = composer(texts, { send, stop: () => void attempt(stopAll), say });

void begin();

/** Finds the session that works, shows its conversation, and follows it. */
async function begin(): Promise<void> {
  const settings = await attempt(findSession, begin);
  if (!settings) return;
  session.keepSession(chatId, api.sid);
  session.hideSession();
  if (settings.is_from_elsewhere && !session.isAccepted(chatId, api.sid)) return askWhose();
  open(settings);
}

async function findSession(): Promise<Settings> {
  for (const sid of session.sessionsToTry(chatId)) {
    api = apiFor(chatId, sid);
    try {
      const settings = await api.settings(marker);
      // Answers whether the session holds, too: settings are anyone's.
      const found = await api.messages();
      show(found);
      newest = found.at(-1)?.id ?? 0;
      return settings;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    }
  }
  api = apiFor(chatId, await newSession(chatId));
  show([]);
  return api.settings(marker);
}

function open(settings: Settings): void {
  isAsking = false;
  say(settings.is_paused ? texts.paused : settings.is_taken_over ? texts.takenOver : "");
  for (const button of document.querySelectorAll<HTMLButtonElement>("header button, .chip"))
    button.disabled = false;
  input.open(!isEmbedded);
  listen();
  tellHost({ type: "ready" });
}

/** Somebody else may have prepared this conversation, to read what is said in it. */
function askWhose(): void {
  isAsking = true;
  tellHost({ type: "ready" });
  say(texts.elsewhere, [
    [
      texts.proceed,
      () => {
        session.acceptSession(chatId, api.sid);
        void attempt(async () => open(await api.settings(marker)));
      },
    ],
    [texts.newConversation, () => startAnew()],
  ]);
}

function startAnew(): void {
  session.keepSession(chatId, null);
  tellHost({ type: "close", ended: true, renew: true });
  location.reload();
}

function listen(): void {
  over.abort();
  over = new AbortController();
  void follow(
    api,
    () => "/events",
    ({ event, data }) => heard(event, data),
    { over: over.signal, lost },
  );
}

function heard(
  event: string,
  data: { message: Message; message_id: number; streaming_task_id: string; is_taken_over: boolean },
) {
  if (event === "ready") void reload();
  else if (event === "reply.started") run(data.streaming_task_id);
  else if (event === "message.created") arrived([data.message]);
  else if (event === "message.updated") void messages.put(data.message);
  else if (event === "message.deleted") messages.remove(data.message_id);
  else if (event === "messages.cleared") show([]);
  else if (event === "takeover") say(data.is_taken_over ? texts.takenOver : "");
}

/** After each connection: what was missed, and the replies that are being written. */
async function reload(): Promise<void> {
  try {
    const [found, now] = await Promise.all([api.messages(), api.runs()]);
    if (notice.dataset.kind === "lost") say("");
    for (const each of now.runs as Run[]) run(each.streaming_task_id);
    arrived(found.filter(({ id }) => id > newest));
    show(found);
  } catch (error) {
    refused(error);
  }
}

function show(found: Message[]): void {
  messages.replace(found);
  setHasMessages(found.length > 0);
}

function setHasMessages(has: boolean): void {
  for (const id of ["fresh", "download"]) element(id).hidden = !has;
  element("suggestions").hidden = has || element("suggestions").childElementCount === 0;
}

function arrived(list: Message[]): void {
  for (const message of list) {
    // A reply that is being written comes with its end.
    if (message.role === "assistant" && runs.size > 0) continue;
    void messages.put(message);
    setHasMessages(true);
    if (message.id <= newest) continue;
    newest = message.id;
    if (message.role === "guest") continue;
    messages.announce(message);
    tellHost({ type: "message", role: message.role });
    if (!isShown || document.hidden) tellHost({ type: "unread", count: ++unread });
  }
}

async function send(text: string, files: File[], key = newKey()): Promise<boolean> {
  const pending = messages.pending(text, files);
  setHasMessages(true);
  try {
    const sent = await api.send(text, files, marker, key);
    pending.sent(sent.message);
    newest = Math.max(newest, sent.message.id);
    tellHost({ type: "message", role: "guest" });
    say("");
    // Without a conversation there was nothing to hear; the stream begins anew with it.
    if (sent.streaming_task_id) run(sent.streaming_task_id);
    listen();
    return true;
  } catch (error) {
    pending.failed(() => void send(text, files, key));
    refused(error);
    return false;
  }
}

/** Shows a reply while it is written. */
function run(task: string): void {
  if (runs.has(task)) return;
  const end = new AbortController();
  runs.set(task, end);
  input.setBusy(true);
  const reply = messages.running();
  let text = "";
  let position = 0;
  const finish = async () => {
    if (end.signal.aborted) return;
    end.abort();
    runs.delete(task);
    input.setBusy(runs.size > 0);
    const found = await api.messages().catch(() => undefined);
    if (found) {
      await messages.load();
      arrived(found.filter(({ id }) => id > newest));
      messages.replace(found);
    }
    reply.remove();
  };
  void follow(
    api,
    () => `/streaming/${task}${position ? `?chunk_idx=${position}` : ""}`,
    ({ event, data, id }) => {
      const given = data as { text?: string };
      if (event === "restart") text = "";
      if (event === "text") text += given.text ?? "";
      if (event === "text" || event === "restart") reply.show(text);
      position = id ?? position;
      if (event === "done" || event === "error") void finish();
    },
    {
      over: end.signal,
      lost: (refusal) => (refusal.status === 404 ? void finish() : lost(refusal)),
    },
  );
}

const stopAll = () => Promise.all([...runs.keys()].map((task) => api.stop(task)));

function lost(refusal: Refusal): void {
  if (refusal.status === 404 || refusal.status === 403) refused(refusal);
  else say(navigator.onLine ? texts.unreachable : texts.offline, [], "lost");
}

function refused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  const { status, retryAfter } = error;
  if (status === 404 || status === 403) {
    over.abort();
    if (status === 404) session.keepSession(chatId, null);
    input.close();
    say(texts.over, status === 404 ? [[texts.newConversation, startAnew]] : []);
  } else if (status === 0) say(navigator.onLine ? texts.unreachable : texts.offline);
  else if (status === 429 && retryAfter && retryAfter < 600)
    say(texts.tooMany.replace("{seconds}", String(retryAfter)));
  else say(status === 429 ? texts.paused : texts.failed);
}

async function attempt<T>(work: () => Promise<T>, again?: () => void): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    refused(error);
    if (again && error instanceof Refusal && error.status === 0)
      say(texts.unreachable, [[texts.retry, again]]);
    return undefined;
  }
}

function say(text: string, choices: [string, () => void][] = [], kind = ""): void {
  notice.dataset.kind = kind;
  notice.hidden = text === "";
  notice.replaceChildren(
    text,
    ...choices.map(([label, choose]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain-button";
      button.textContent = label;
      button.onclick = () => {
        say("");
        choose();
      };
      return button;
    }),
  );
}

element("fresh").onclick = () =>
  say(texts.newConversationAsk, [
    [
      texts.newConversation,
      () =>
        void attempt(async () => {
          await api.leave();
          for (const end of runs.values()) end.abort();
          runs.clear();
          input.setBusy(false);
          newest = 0;
          show([]);
          listen();
          input.focus();
        }),
    ],
    [texts.cancel, () => input.focus()],
  ]);
element("download").onclick = () =>
  void attempt(async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await api.download());
    link.download = "conversation.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
element("minimise").onclick = () => tellHost({ type: "close", ended: false });
element("close").onclick = () => {
  session.keepSession(chatId, null);
  over.abort();
  tellHost({ type: "close", ended: true });
};
addEventListener("online", () => over.signal.aborted || listen());
addEventListener("offline", () => say(texts.offline, [], "lost"));
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && isEmbedded) tellHost({ type: "close", ended: false });
});
const read = () => {
  if (!isShown || document.hidden || unread === 0) return;
  unread = 0;
  tellHost({ type: "unread", count: 0 });
};
document.addEventListener("visibilitychange", read);
onLauncher((isNow, given) => {
  if (given && session.takeMarker(chatId, given)) {
    marker = given;
    if (isAsking)
      void attempt(async () => {
        const settings = await api.settings(marker);
        if (!settings.is_from_elsewhere) open(settings);
        if (isShown) input.focus();
      });
  }
  isShown = isNow;
  for (const id of ["minimise", "close"]) element<HTMLButtonElement>(id).hidden = false;
  for (const id of ["minimise", "close"]) element<HTMLButtonElement>(id).disabled = false;
  if (isNow) input.focus();
  read();
});
if (isEmbedded) {
  new ResizeObserver(() =>
    tellHost({ type: "resize", height: document.querySelector(".column")!.scrollHeight }),
  ).observe(document.querySelector(".column")!);
}
