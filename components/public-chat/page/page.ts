import { save } from "@/components/ui/save";
import { createQuickReplyButtons } from "./answers";
import { type Api, createApi, PAGE, type PageSettings, RefusedCall } from "./api";
import { createComposer } from "./composer";
import type { PageData } from "./document-html";
import { createEarlierMessages } from "./earlier-messages";
import { followEvents } from "./events";
import { createFailures } from "./failures";
import { createAttachments } from "./files";
import { createFrame } from "./frame";
import { createHeader } from "./header";
import { isEmbedded, isOfLauncher, postToHost } from "./host";
import { log } from "./log";
import type { VisitorMessage } from "./message-html";
import { trackNewMessages } from "./news";
import { createNoticeLine } from "./notice";
import { createRatings } from "./ratings";
import { createRunningReplies } from "./replies";
import { createSender } from "./sending";
import * as session from "./session";
import { createTeamNews } from "./team-news";
import { createTypingSigns } from "./typing";
import * as unread from "./unread";
import { createOutbox } from "./unsent";
import { findOrCreateVisit } from "./visit";

const data = JSON.parse(document.getElementById("data")!.textContent!) as PageData;
const { texts, chatId } = data;
const element = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const notice = createNoticeLine(element("notice"));
const { say } = notice;
const { lost, refused, attempt } = createFailures(texts, {
  say,
  startAnew,
  ended: (isGone) => {
    over.abort();
    if (isGone) session.setSession(chatId, null);
    input.close();
    offer();
  },
});
session.clearEarlierVisit(chatId);
const marker = session.getMarker(chatId);
let isAsking = false;
// True after the launcher has sent everything it knows about the visitor and has shown the frame.
let isIntroduced = false;
const LAUNCHER_ANSWERS_WITHIN_MS = 1000;

let api: Api;
const news = trackNewMessages();
let over = new AbortController();

const rated = createRatings(texts, () => api);
const messages = log(texts, {
  thumbs: rated.thumbs,
  retry: (id) => {
    rated.forget(id);
    const question = messages.questionOf(id);
    void attempt(async () => replies.run((await api.retry(id)).streaming_task_id, question));
  },
  dress: createAttachments(texts, { read: (url) => api.file(url), say }),
  // If the import fails, citations stay plain numbers.
  cite: (article, message) =>
    void import("./citations").then(
      ({ renderCitations }) => renderCitations(article, message, { texts, api, say, save }),
      Object,
    ),
});
const earlier = createEarlierMessages(element("earlier"), messages, (before) =>
  attempt(() => api.messages(before)),
);
const draft = session.openDraft(chatId);
const typing = createTypingSigns(element("typing"), texts.teamTyping);
const input = createComposer(texts, {
  send: (text, files) => send(text, files),
  typed: () => typing.tell(() => api.typing()),
  stop: () => void attempt(replies.stopAll),
  say,
  draft,
});
const offer = createQuickReplyButtons(
  element("answers"),
  () => messages,
  () => input.isOpen(),
  (answer) => {
    input.focus();
    void send(answer, []);
  },
);
const unsent = createOutbox(chatId);
const team = createTeamNews(texts, () => api);
const replies = createRunningReplies({
  api: () => api,
  messages,
  setBusy: (isBusy) => {
    input.setBusy(isBusy);
    offer();
  },
  ended: async () => {
    const [found] = await Promise.all([api.messages().catch(() => undefined), messages.load()]);
    return () => found && caughtUp(found);
  },
  lost,
});
const send = createSender(texts, {
  api: () => api,
  marker: () => marker,
  messages,
  unsent,
  replies: () => replies,
  setHasMessages,
  say,
  giveBack: input.giveBack,
  arrived: listen,
  refused,
});

void begin();

// Finds a valid session, shows its conversation and follows it.
async function begin(): Promise<void> {
  const visit = await attempt(() => findOrCreateVisit(chatId, marker), begin);
  if (!visit) return;
  session.shareSession(chatId, () => (isAsking || over.signal.aborted ? null : api.sid));
  enter(visit.api, visit.settings, visit.found);
  if (visit.isDoubtful) return askWhose();
  open(visit.settings);
  postToHost({ type: "ready", isNew: visit.isNew });
}

function enter(entered: Api, settings: PageSettings, found: VisitorMessage[]): void {
  api = entered;
  rated.begin(settings);
  show(found);
  news.begin(found);
}

function open(settings: PageSettings): void {
  isAsking = false;
  session.setSession(chatId, api.sid);
  session.hideSession();
  notice.rest(settings.is_taken_over ? texts.takenOver : "");
  say(settings.is_paused ? texts.paused : "");
  if (settings.is_closed) sayClosed();
  team(settings);
  for (const button of document.querySelectorAll<HTMLButtonElement>("header button, .chip"))
    button.disabled = false;
  input.open(!isEmbedded);
  offer();
  // The launcher may first send the visitor's identity, which can switch the session.
  if (isOfLauncher && !isIntroduced) setTimeout(introduced, LAUNCHER_ANSWERS_WITHIN_MS);
  else listen();
  void unsent.takeUp(api.sid, send, input.giveBack);
}

function introduced(): void {
  if (isIntroduced) return;
  isIntroduced = true;
  if (input.isOpen()) listen();
}

const sayClosed = () => say(texts.closed, [[texts.rate, () => void rated.ask()]]);

// Asks the visitor to confirm ownership: a session from a link may have been created by another person in order to
// read along.
function askWhose(): void {
  isAsking = true;
  say(texts.elsewhere, [
    [
      texts.proceed,
      () => {
        void attempt(async () => {
          open(await api.settings(marker));
          session.acceptSession(chatId, api.sid);
          postToHost({ type: "ready", isNew: false });
        });
      },
    ],
    [texts.newConversation, () => startAnew()],
  ]);
}

function startAnew(): void {
  session.setSession(chatId, null);
  session.hideSession();
  postToHost({ type: "close", ended: true, renew: true });
  location.reload();
}

function listen(): void {
  over.abort();
  over = new AbortController();
  void followEvents(
    api,
    () => "/events",
    ({ event, data }) => heard(event, data),
    { over: over.signal, lost },
  );
}

// Handles events in order. Events after a reconnection wait until the missed ones were loaded.
async function heard(
  event: string,
  data: {
    message: VisitorMessage;
    message_id: number;
    streaming_task_id: string;
    user_message_id: number;
    is_taken_over: boolean;
    is_closed: boolean;
    is_waiting: boolean;
  },
): Promise<void> {
  if (event === "ready") await reload();
  else if (event === "reply.started") replies.run(data.streaming_task_id, data.user_message_id);
  else if (event === "message.created") arrived([data.message]);
  else if (event === "typing") typing.show();
  else if (event === "message.updated") void messages.put(data.message);
  else if (event === "message.deleted") messages.remove(data.message_id);
  else if (event === "messages.cleared") show([]);
  else if (event === "takeover") notice.rest(data.is_taken_over ? texts.takenOver : "");
  else if (event === "closed") data.is_closed ? sayClosed() : say("");
  else if (event === "waiting") team(data);
  offer();
}

/**
 * Loads missed messages and active runs after each connection.
 * @throws RefusedCall
 */
async function reload(): Promise<void> {
  const [found, now] = await Promise.all([api.messages(), api.runs()]);
  team({ is_waiting: now.is_waiting });
  notice.found();
  for (const each of now.runs) replies.run(each.streaming_task_id, each.user_message_id);
  caughtUp(found);
  // Not awaited, because sending a message restarts the event stream.
  void unsent.sendAgain();
}

function caughtUp(found: VisitorMessage[]): void {
  arrived(found.filter(news.is));
  show(found);
}

function show(found: VisitorMessage[]): void {
  const isWhole = found.length < PAGE;
  messages.replace(
    found.filter((message) => messages.has(message.id) || !isBeingWritten(message)),
    isWhole,
  );
  if (messages.oldest() === found[0]?.id) earlier.offer(!isWhole);
  setHasMessages(found.length > 0);
}

function setHasMessages(has: boolean): void {
  element("fresh").hidden = !has;
  element("suggestions").hidden = has || element("suggestions").childElementCount === 0;
  offer();
}

// The message of a streaming reply is shown when the reply ends.
const isBeingWritten = ({ replying_to_message_id: question }: VisitorMessage) =>
  question !== null && replies.isWriting(question);

function arrived(list: VisitorMessage[]): void {
  for (const message of list) {
    if (isBeingWritten(message)) continue;
    void messages.put(message);
    setHasMessages(true);
    if (!news.is(message)) continue;
    news.tell(message);
    postToHost({ type: "message", role: message.role });
    if (message.role === "team") typing.hide();
    if (message.role === "guest") continue;
    void messages.announce(message);
    unread.notifyOfMessage();
  }
}

function forget(): void {
  session.setSession(chatId, null);
  draft.set("");
  unsent.clear();
  over.abort();
}

// Switches to the session of the person whose identity the site has signed.
async function identify(person: object): Promise<void> {
  let verified: string[] | null = null;
  // Ends the event stream, because the session may change during the request.
  over.abort();
  try {
    const answer = await api.identify(person);
    if (answer.session_id && answer.session_id !== api.sid) {
      const next = createApi(chatId, answer.session_id);
      const [settings, found] = await Promise.all([next.settings(marker), next.messages()]);
      replies.forget();
      messages.empty();
      enter(next, settings, found);
      open(settings);
    }
    verified = answer.verified;
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    console.warn("Parley.identify:", error.message || "no connection");
  } finally {
    if (isIntroduced && over.signal.aborted) listen();
    postToHost({ type: "identified", verified });
  }
}

createHeader(texts, {
  api: () => api,
  messages,
  say,
  attempt,
  mails: data.mailsConversations,
  rate: () => void rated.ask(),
  left() {
    // The session of a conversation begun elsewhere is known to its creator, so a new one is needed.
    if (session.isAccepted(chatId, api.sid)) return startAnew();
    rated.begin();
    replies.forget();
    news.begin([]);
    messages.empty();
    show([]);
    listen();
  },
  focus: input.focus,
});
addEventListener("online", () => over.signal.aborted || listen());
addEventListener("offline", () => say(texts.offline, [], "lost"));
createFrame({
  shown(isNow) {
    introduced();
    if (isNow) input.focus();
    unread.setVisible(isNow);
  },
  async end() {
    if (!isAsking) await rated.askAtEnd();
    forget();
  },
  forget() {
    forget();
    postToHost({ type: "forgotten" });
  },
  prefill: input.prefill,
  send: (text) => isAsking || over.signal.aborted || void send(text, []),
  page: (address) => void api.onPage(address).catch(() => {}),
  identify: (person) => input.isOpen() && void identify(person),
});
