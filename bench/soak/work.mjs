// Actions of a soak's users. Each kind is a complete action: a reply counts when its last word has been read.
import { get, json, MULTIPART, multipart, send, stream } from "../http.mjs";
import { PASSWORD, signIn } from "../seed.mjs";

const WORDS = 20;
const LAST = `w${WORDS - 1}`;
const REPLY = `Tell me. [[fake mode=tokens tokens=${WORDS} delay=5]]`;
/** Messages after which a user continues in a new chat, and a visitor starts a new session. */
const PER_CHAT = 10;
const PAGE = "https://shop.example/help";

const SHARES = {
  "synchronous reply": 50,
  "streamed reply": 50,
  "list of messages": 40,
  "list of chats": 36,
  "visitor's reply": 14,
  search: 5,
  "upload and removal": 4,
  "sign-in and out": 1,
};

/**
 * Returns the actions by name, and counters of sent and received data.
 * @param rig url: of the product; headers: of the signed-in sender; publicChat: UUID of a public chat
 */
export function actions({ url, headers, publicChat }) {
  const api = `${url}/api/v1`;
  const counts = { sent: 0, replies: 0 };
  let number = 0;
  const another = () => {
    number += 1;
    return number;
  };
  const chats = [];
  const visits = [];
  const others = [];

  /** Reserves a chat or session, because two concurrent messages in one chat would wait for each other. */
  const within = async (free, make, body) => {
    const place = free.pop() ?? { id: await make(), left: PER_CHAT };
    const result = await body(place.id);
    place.left -= 1;
    if (place.left > 0) free.push(place);
    return result;
  };
  /** Creates a chat without a name, which the product generates from the first message. */
  const newChat = async () => (await json(`${api}/chats`, { method: "POST", headers, body: {} })).id;
  const newVisit = () =>
    json(`${api}/public/chats/${publicChat}/public-session`, { method: "POST", body: { page: PAGE } });

  /** Creates a separate user, because signing out ends all of a user's sessions. */
  const newPerson = async () => {
    const email = `person-${another()}@bench.test`;
    const body = { email, password: PASSWORD, full_name: "Person" };
    await json(`${api}/auth/register`, { method: "POST", body });
    return email;
  };

  const say = async (path, of, fields) => {
    const answer = await send(`${api}${path}`, {
      method: "POST",
      headers: { ...of, "content-type": MULTIPART },
      body: multipart({ message_input: REPLY, ...fields }),
    });
    if (answer.status !== 200) throw new Error(`A message was answered ${answer.status}`);
    counts.sent += 1;
    return JSON.parse(answer.text);
  };
  const read = async (path, of) => {
    let text = "";
    await stream(`${api}${path}`, { headers: { ...of, accept: "text/event-stream" } }, (piece) => {
      text += piece;
    });
    if (!text.includes(LAST)) throw new Error("A streamed reply was cut");
    counts.replies += 1;
  };
  const found = async (path) => {
    const { status } = await get(`${api}${path}`, headers);
    if (status !== 200) throw new Error(`${path.split("?")[0].replace(/\d+/, "…")} was answered ${status}`);
  };

  const kinds = {
    "synchronous reply": () =>
      within(chats, newChat, async (chat) => {
        const { responses } = await say(`/chats/${chat}/messages`, headers, { is_sync: "true" });
        const said = responses?.[0]?.message ?? "";
        if (!said.endsWith(LAST)) throw new Error(`A synchronous reply was cut: "…${said.slice(-60)}"`);
        counts.replies += 1;
      }),
    "streamed reply": () =>
      within(chats, newChat, async (chat) => {
        const own = { ...headers, "idempotency-key": `soak-${another()}` };
        const { streaming_task_id } = await say(`/chats/${chat}/messages`, own, { is_sync: "false" });
        await read(`/chats/streaming/${streaming_task_id}`, headers);
      }),
    "visitor's reply": () =>
      within(visits, newVisit, async (sid) => {
        const own = { "x-session-id": sid, origin: url };
        const { streaming_task_id } = await say(`/public/chats/${publicChat}/messages`, own, {});
        await read(`/public/chats/${publicChat}/streaming/${streaming_task_id}`, own);
      }),
    "list of messages": () => found(`/chats/${chats.at(-1)?.id ?? 10_001}/messages?size=25`),
    "list of chats": () => found("/chats?page=1&page_size=25"),
    search: () => found(`/search?query=${encodeURIComponent(`zebra crossing ${another()}`)}`),
    "upload and removal": async () => {
      const [document] = await uploaded(`${api}/documents`, headers, another());
      const { status } = await send(`${api}/documents/${document.id}`, { method: "DELETE", headers });
      if (status >= 300) throw new Error(`A document's removal was answered ${status}`);
    },
    "sign-in and out": async () => {
      const email = others.pop() ?? (await newPerson());
      const own = await signIn(url, email);
      const { status } = await send(`${api}/auth/logout`, { method: "POST", headers: own.headers });
      if (status >= 300) throw new Error(`A sign-out was answered ${status}`);
      others.push(email);
    },
  };
  return { kinds, counts };
}

async function uploaded(url, headers, number) {
  const [, boundary] = MULTIPART.split("boundary=");
  const text = `Note ${number}. ${"Orders are sent within two days, returns are free. ".repeat(20)}`;
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="note ${number}.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  const answer = await send(url, {
    method: "POST",
    headers: { ...headers, "content-type": MULTIPART },
    body,
  });
  if (answer.status >= 300) throw new Error(`An upload was answered ${answer.status}`);
  return JSON.parse(answer.text);
}

function dice(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Yields kinds of actions endlessly, in a deterministic order. */
export function* order(seed = 1) {
  const next = dice(seed);
  const all = Object.entries(SHARES).flatMap(([kind, share]) => Array(share).fill(kind));
  for (;;) yield all[Math.floor(next() * all.length)];
}

/** Plans actions with start times in milliseconds: `rate` per second at random intervals, fixed in advance. */
export function plan({ rate, seconds, seed = 2 }) {
  const next = dice(seed);
  const kinds = order(seed + 1);
  const planned = [];
  let at = 0;
  for (;;) {
    at += (-Math.log(1 - next()) / rate) * 1000;
    if (at >= seconds * 1000) return planned;
    planned.push({ at, kind: kinds.next().value });
  }
}
