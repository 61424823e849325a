import type { Viewer } from "@/lib/api/actor";
import { invalid } from "@/lib/platform/errors";
import { opaqueOf, type Part, Pictures, type Place, Turns, userTurn } from "@/lib/surfaces/asking/service";
import { InputItem } from "./contract";
import * as queries from "./queries";

type Content = Extract<InputItem, { role: string }>["content"];

/** What a response replies to: what the one before knew and said, then what is new. */
export type Input = { before: InputItem[]; own: InputItem[] };

/** An item of a response has its response's number, and its place in it. */
export const itemId = (kind: "msg" | "fc", responseId: string, place: number) =>
  `${kind}_${responseId.slice("resp_".length)}_${place}`;

/** @throws InvalidInput when there is no such response, or no such item */
export async function inputOf(
  viewer: Viewer,
  given: string | InputItem[] | null | undefined,
  previous: string | null | undefined,
): Promise<Input> {
  const own: InputItem[] = typeof given === "string" ? [{ role: "user", content: given }] : (given ?? []);
  const whose = { groupId: viewer.group.id, userId: viewer.user.id };
  const known = previous ? await queries.findResponse({ ...whose, id: previous }) : undefined;
  if (previous && !known)
    throw invalid(
      ["body", "previous_response_id"],
      "There is no such response any more, or it was not stored.",
    );
  const items = await Promise.all(
    own.map(async (item, at) => {
      if (item.type !== "item_reference") return item;
      const [, number, place] = /^(?:msg|fc)_([0-9a-f]{32})_(\d{1,4})$/.exec(item.id) ?? [];
      const found = await queries.findResponse({ ...whose, id: `resp_${number}` });
      const referred = found && InputItem.safeParse(found.response.output[Number(place)]);
      if (!referred?.success)
        throw invalid(["body", "input", at, "id"], "There is no such item, or it was not stored.");
      return referred.data;
    }),
  );
  const before = known ? [...known.input, ...known.response.output].map((item) => InputItem.parse(item)) : [];
  if (before.length + items.length === 0) throw invalid(["body", "input"], "Must hold a message.");
  return { before, own: items };
}

/** The items as a conversation. @throws InvalidInput for one that is none, or a picture that is not to be had */
export async function conversationOf({ before, own }: Input, signal: AbortSignal) {
  const system: string[] = [];
  const turns = new Turns();
  const pictures = new Pictures(signal);
  for (const [position, item] of [...before, ...own].entries()) {
    const nth = position - before.length;
    const at: Place = nth < 0 ? ["body", "previous_response_id"] : ["body", "input", nth];
    if (item.type === "item_reference") continue;
    if (item.type === "function_call") {
      const { call_id: id, name, arguments: input } = item;
      turns.call({ id, name, input, ...opaqueOf(item.extra_content) }, [...at, "call_id"]);
    } else if (item.type === "function_call_output") {
      turns.result(item.call_id, { text: textOf(item.output), isError: false }, [...at, "call_id"]);
    } else if (item.role === "user") turns.user(await userTurn(partsOf(item.content, at), pictures), at);
    else if (item.role === "assistant") turns.assistant(textOf(item.content), at);
    else system.push(textOf(item.content));
  }
  return { system: system.join("\n\n"), messages: turns.end(["body", "input"]) };
}

const textOf = (content: Content): string =>
  typeof content === "string"
    ? content
    : content.map((part) => ("text" in part ? part.text : "refusal" in part ? part.refusal : "")).join("\n");

function partsOf(content: Content, at: Place): Part[] {
  if (typeof content === "string") return [{ text: content }];
  return content.flatMap((part, nth): Part[] => {
    if ("text" in part) return [{ text: part.text }];
    if (part.type !== "input_image") return [];
    const place = [...at, "content", nth, "image_url"];
    if (!part.image_url) throw invalid(place, "A picture needs its address.");
    return [{ url: part.image_url, at: place }];
  });
}
