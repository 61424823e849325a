// Lists with 10,000 chats and a million messages.
import { get } from "./http.mjs";
import { figure, load, rounds, row, summary } from "./measure.mjs";

const read = (url, headers, least) => async () => {
  const { status, text } = await get(url, headers);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`);
  const length = JSON.parse(text).length ?? Number.POSITIVE_INFINITY;
  if (length < least) throw new Error(`${url} answered ${length} rows.`);
};

async function pair({ quick, rounds: count, product, baseline, reader }, paths, least = 25) {
  const each = quick ? 25 : 80;
  const calls = {
    baseline: read(`${baseline.url}${paths.baseline}`, undefined, least),
    product: read(`${product.url}/api/v1${paths.product}`, reader.headers, least),
  };
  return rounds(count, {
    baseline: () => load({ callers: 1, each, call: calls.baseline }),
    product: () => load({ callers: 1, each, call: calls.product }),
  });
}

export async function chatLists(rig) {
  const user = `user=${rig.reader.userId}`;
  const kinds = [
    ["page 1", "page=1", { must: 4, target: 2 }],
    ["page 399", "page=399", { must: 8, target: 4 }],
    ["only_unread", "only_unread=true", { must: 8, target: 4 }],
    ["search", "search=zebra", { must: 8, target: 3 }],
  ];
  const rows = [];
  for (const [name, query, limits] of kinds) {
    const done = await pair(rig, { baseline: `/chats?${user}&${query}`, product: `/chats?${query}` });
    rows.push(row(`list.chats ${name}`, done, { ...limits, note: "against plain SQL of the same page" }));
  }
  return rows;
}

export async function messageLists(rig) {
  const limits = { must: 4, target: 2 };
  const newest = await pair(rig, { baseline: "/messages?chat=1", product: "/chats/1/messages" });
  // A message in the middle of the large chat.
  const before = rig.messages / 2 + 1;
  const older = await pair(rig, {
    baseline: `/messages?chat=1&before=${before}`,
    product: `/chats/1/messages?message_id=${before}`,
  });
  return [
    row("list.messages newest", newest, { ...limits, note: "25 of a chat of 10,000" }),
    row("list.messages older", older, { ...limits, note: "25 before a message in its middle" }),
  ];
}

export async function unreadTotal(rig) {
  const done = await pair(
    rig,
    { baseline: `/unread?user=${rig.reader.userId}`, product: "/chats/total_unread_messages_count" },
    1,
  );
  const [product, baseline] = [done.product, done.baseline].map((all) =>
    summary(all.flatMap(({ times }) => times)),
  );
  const made = figure("unread.total", {
    product: product.p50,
    baseline: baseline.p50,
    unit: "ms",
    must: 5,
    target: 1,
    by: "product",
  });
  return [{ ...made, product, baseline }];
}
