/**
 * One stream of live events for all tabs of this browser (a shared worker), or
 * for one page where there are no shared workers (a worker of its own). A
 * browser opens only six connections to a server over HTTP/1: a stream for
 * every tab would leave none for anything else.
 *
 * To pages: {type: "event", event, data}, {type: "connected"}, {type: "lost"}.
 * From pages: {type: "here", isVisible, from?}, {type: "bye"}, {type: "notice", notice}. `from` is the newest
 * event when the page was rendered: it is told all that came after that.
 * To one page, when none is looked at: {type: "notice", notice}.
 */
const EVENTS =
  "message.created message.updated message.deleted messages.cleared reply.started reply.finished chat.updated document.updated mail.held chat.added chat.removed typing cursor presence ready reset".split(
    " ",
  );
/** The server says something every 15 s. In ms. */
const SILENT_FOR = 35_000;
const MAX_RETRY_DELAY_MS = 15_000;
/** A page says that it is there this often (`components/live/connection.ts`); one that does not has gone. */
const GONE_AFTER = 90_000;

const MAX_RECENT_EVENTS = 500;

/** What was heard of late: for pages that were rendered before, and to tell nothing twice after a reconnection. */
const recent = new Map();
/** port → {isVisible, heardAt} */
const ports = new Map();
let source;
/** Of the newest event that was heard of, or that the first page was rendered with: 0 where there was none yet. */
let lastId;
let heardAt = 0;
let wait = 500;
let retry;
let isConnected = false;

const tell = (message) => {
  for (const port of ports.keys()) port.postMessage(message);
};

function setConnected(next) {
  if (next === isConnected) return;
  isConnected = next;
  tell({ type: next ? "connected" : "lost" });
}

function open() {
  clearTimeout(retry);
  source?.close();
  heardAt = Date.now();
  const mine = new EventSource(`/api/v1/users/me/events${lastId === undefined ? "" : `?last_event_id=${lastId}`}`);
  source = mine;
  const heard = () => {
    heardAt = Date.now();
    wait = 500;
    setConnected(true);
  };
  mine.addEventListener("ping", heard);
  for (const event of EVENTS) {
    mine.addEventListener(event, ({ data, lastEventId }) => {
      if (source !== mine) return;
      heard();
      const id = Number(lastEventId) || 0;
      lastId = Math.max(lastId ?? 0, id);
      const message = { type: "event", event, data: JSON.parse(data), id };
      // Events without a dot in their name aren't stored, so that their id is that of an earlier one.
      if (event.includes(".")) {
        if (recent.has(id)) return;
        recent.set(id, message);
        if (recent.size > MAX_RECENT_EVENTS) recent.delete(recent.keys().next().value);
      }
      tell(message);
    });
  }
  mine.onerror = () => {
    if (source !== mine) return;
    setConnected(false);
    if (mine.readyState !== EventSource.CLOSED) return;
    retry = setTimeout(open, wait);
    wait = Math.min(wait * 2, MAX_RETRY_DELAY_MS);
  };
}

setInterval(() => {
  for (const [port, { heardAt: at }] of ports) if (Date.now() - at > GONE_AFTER) ports.delete(port);
  if (ports.size === 0) {
    source?.close();
    source = undefined;
    clearTimeout(retry);
    isConnected = false;
  } else if (source && Date.now() - heardAt > SILENT_FOR) {
    setConnected(false);
    open();
  }
}, 5000);

function attach(port) {
  ports.set(port, { isVisible: true, heardAt: Date.now() });
  port.onmessage = ({ data }) => {
    if (data.type === "bye") {
      ports.delete(port);
    } else if (data.type === "here") {
      ports.set(port, { isVisible: data.isVisible, heardAt: Date.now() });
      if (data.from !== undefined) {
        lastId ??= data.from;
        for (const message of recent.values()) if (message.id > data.from) port.postMessage(message);
      }
      if (!source || (data.isWaking && !isConnected)) open();
    } else if (data.type === "notice") {
      // Every page asks; one shows it, and none while somebody looks at one.
      const someoneLooks = [...ports.values()].some(({ isVisible }) => isVisible);
      const [last] = [...ports.keys()].slice(-1);
      if (!someoneLooks && port === last) port.postMessage(data);
    }
  };
  if (isConnected) port.postMessage({ type: "connected" });
}

if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => attach(port);
else attach(self);
