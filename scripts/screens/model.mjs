import { createServer } from "node:http";

const ANSWERS = [
  [
    "paid leave",
    "You have **28 days** of paid leave a year [1]. Ask for it two weeks ahead in the calendar; your shop lead approves it. Up to five days can be carried over until the end of March.",
  ],
  [
    "approves travel",
    "**Ada Keller** approves travel above 500 euros [1]. For trips under six hours, take the train.",
  ],
  ["workshop close", "The workshop closes at **17:00**, an hour and a half before the shops [1]."],
  [
    "opening hours",
    "Here they are:\n\n| | Opens | Closes |\n|---|---|---|\n| Shops, Monday to Saturday | 9:00 | 18:30 |\n| Workshop | 9:00 | 17:00 |\n\nEverything is closed on Sundays.",
  ],
  [
    "e-bike cost",
    "An e-bike costs **69 €** for a weekend [1]. For comparison:\n\n| Bike | Day | Weekend | Week |\n|---|---|---|---|\n| City bike | 18 € | 32 € | 90 € |\n| E-bike | 39 € | 69 € | 199 € |\n| Cargo bike | 45 € | 80 € | 229 € |",
  ],
  ["most orders", "Online had the most orders, **3,452** [1]. Of the shops, the south led with 1,907."],
  ["revenue in the south", "The south brought in **141,120 €**, 31 % more than last spring [1]."],
  [
    "find confusing",
    "Above all **the deposit**: nine of twelve expected it to be charged [1]. Besides:\n\n- Nobody had noticed the weekly price.\n- Seven would book a helmet together with the bike.\n- Four wanted to return the bike at another shop.",
  ],
  [
    "business plan",
    "Five things, on two pages:\n\n1. What the workshop does, and for whom\n2. Where it is, and what that costs\n3. Who works there\n4. What it earns in a good and in a bad year\n5. How much money you need, and when you pay it back",
  ],
  ["city bike", "A city bike costs **18 €** a day, 32 € for a weekend and 90 € for a week [1]."],
  ["child seat", "A child seat is **5 €** a day, or 20 € for a week [1]."],
  ["Bosch", "Yes. We repair e-bikes with Bosch and Shimano motors, and test batteries for 25 € [1]."],
  ["discount", "Yes: a week costs about as much as five days. A city bike is **90 €** for a week [1]."],
  ["tomorrow", "See you tomorrow! The shop is open from 9:00 to 18:30."],
];

/** Starts a fake model provider (`/v1/chat/completions`), so that screenshots show replies without an account. */
export async function startModel() {
  const server = createServer(async (request, response) => {
    if (request.method === "GET")
      return response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ object: "list", data: [{ id: "harbor-large", object: "model" }] }));
    let body = "";
    for await (const chunk of request) body += chunk;
    const { messages, stream } = JSON.parse(body);
    const content = answerTo(messages);
    const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 };
    if (!stream)
      return response.setHeader("content-type", "application/json").end(
        JSON.stringify({
          object: "chat.completion",
          choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
          usage,
        }),
      );
    response.setHeader("content-type", "text/event-stream");
    const send = (delta, finish_reason = null) =>
      response.write(
        `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    send({ role: "assistant", content });
    send({}, "stop");
    response.write(`data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [], usage })}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() };
}

function answerTo(messages) {
  const { content } = messages.findLast(({ role }) => role === "user");
  const text = getText(content);
  const places = ANSWERS.map(([words, answer]) => [text.lastIndexOf(words), answer]);
  // Selects the last match, because the question is at the end of the prompt.
  const answer = places.toSorted(([a], [b]) => b - a).find(([at]) => at >= 0)?.[1] ?? "Happy to help.";
  // Removes the citation if the prompt contains no passages.
  return messages.some(({ content }) => getText(content).includes('<passage n="1"'))
    ? answer
    : answer.replaceAll(" [1]", "");
}

const getText = (content) =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n");
