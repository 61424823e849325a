import type { Viewer } from "@/lib/api/actor";
import {
  ConversationBuilder,
  type FieldPath,
  Pictures,
  type TurnPart,
  toOpaque,
  toToolAnswer,
  toUserTurn,
} from "@/lib/channels/compat/service";
import { AppError, invalid, notFound } from "@/lib/platform/errors";
import { type InputItem, MAX_CONTEXT_BYTES, MAX_CONTEXT_ITEMS } from "./contract";
import * as queries from "./queries";
import { toCustomToolArguments, toFlatName } from "./tools";

type ItemContent = Extract<InputItem, { role: string }>["content"];
type ToolOutput = Extract<InputItem, { output: unknown }>["output"];
type Reference = queries.ItemPlace & { index: number };

export type ResponseInput = {
  before: InputItem[];
  own: InputItem[];
  resolved: InputItem[];
  previousId: string | null;
  usedIds: string[];
  size: queries.ContextSize;
};

export const toItemId = (kind: "msg" | "fc" | "ctc", responseId: string, position: number) =>
  `${kind}_${responseId.slice("resp_".length)}_${position}`;

function parseItemId(id: string): queries.ItemPlace | undefined {
  const [, number, position] = /^(?:msg|fc|ctc)_([0-9a-f]{32})_(\d{1,4})$/.exec(id) ?? [];
  return number === undefined ? undefined : { responseId: `resp_${number}`, position: Number(position) };
}

const toItemKey = ({ responseId, position }: queries.ItemPlace) => `${responseId} ${position}`;

export const toJsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Resolves the references of a request. Determines their total size first, so that an oversized conversation is never
 * loaded.
 * @throws InvalidInput for an unknown response or item; AppError bad_request
 */
export async function resolveInput(
  viewer: Viewer,
  input: string | InputItem[] | null | undefined,
  previousId: string | null,
  isKept: boolean,
): Promise<ResponseInput> {
  const own: InputItem[] = typeof input === "string" ? [{ role: "user", content: input }] : (input ?? []);
  const owner = { groupId: viewer.group.id, userId: viewer.user.id };
  const references = listReferences(own);
  const size = await measure(owner, own, references, previousId);
  if (isKept || previousId || references.length > 0) assertContextFits(size);
  if (size.items === 0) throw invalid(["body", "input"], "Must hold a message.");
  const turns = previousId ? await queries.listChain(owner, previousId, MAX_CONTEXT_ITEMS) : [];
  if (previousId && turns.length === 0) throw noSuchResponse();
  const before = turns.flatMap((turn) => [...turn.input, ...turn.output]);
  const resolve = await loadResolver(owner, [...listReferences(before), ...references]);
  return {
    before: before.map(resolve),
    own,
    resolved: own.map(resolve),
    previousId,
    usedIds: [...new Set(references.map(({ responseId }) => responseId))],
    size,
  };
}

type ListedItem = { id: string; type: string } & Record<string, unknown>;

/**
 * Returns the input of a stored response, with an id per item.
 * @throws AppError not_found
 */
export async function listStoredInput(owner: queries.Owner, id: string): Promise<ListedItem[]> {
  if (!(await queries.findContextSize(owner, id))) throw notFound("Response");
  const turns = await queries.listChain(owner, id, MAX_CONTEXT_ITEMS);
  const all = turns.flatMap(({ input, output }, nth) =>
    nth < turns.length - 1 ? [...input, ...output] : input,
  );
  const resolve = await loadResolver(owner, listReferences(all));
  return all.map(resolve).flatMap((item, nth): ListedItem[] => {
    if (item.type === "other" || item.type === "item_reference") return [];
    const itemId = item.id ?? `item_${id.slice("resp_".length)}_i${nth}`;
    if (!("role" in item)) return [{ ...item, id: itemId }];
    const type = item.role === "assistant" ? "output_text" : "input_text";
    const content = typeof item.content === "string" ? [{ type, text: item.content }] : item.content;
    return [{ ...item, type: "message" as const, id: itemId, status: item.status ?? "completed", content }];
  });
}

async function loadResolver(owner: queries.Owner, references: Reference[]) {
  const rows = await queries.listItems(owner, references);
  const items = new Map(rows.map((row) => [toItemKey(row), row.item as InputItem]));
  return (item: InputItem, index: number): InputItem => {
    if (item.type !== "item_reference") return item;
    const place = parseItemId(item.id);
    const referred = place && items.get(toItemKey(place));
    if (!referred) throw noSuchItem(index);
    return referred;
  };
}

function listReferences(items: InputItem[]): Reference[] {
  return items.flatMap((item, index) => {
    if (item.type !== "item_reference") return [];
    const place = parseItemId(item.id);
    if (!place) throw noSuchItem(index);
    return [{ ...place, index }];
  });
}

const noSuchItem = (index: number) =>
  invalid(["body", "input", index, "id"], "There is no such item, or it was not stored.");
const noSuchResponse = () =>
  invalid(["body", "previous_response_id"], "There is no such response any more, or it was not stored.");

/**
 * Returns the size of the whole conversation.
 * @throws InvalidInput, AppError bad_request
 */
async function measure(
  owner: queries.Owner,
  own: InputItem[],
  references: Reference[],
  previousId: string | null,
): Promise<queries.ContextSize> {
  const previous = previousId ? await queries.findContextSize(owner, previousId) : { items: 0, bytes: 0 };
  if (!previous) throw noSuchResponse();
  const rows = await queries.listItemSizes(owner, references);
  const sizes = new Map(rows.map((row) => [toItemKey(row), row.bytes]));
  let referred = 0;
  for (const reference of references) {
    const bytes = sizes.get(toItemKey(reference));
    if (bytes === undefined) throw noSuchItem(reference.index);
    referred += bytes;
  }
  const sent = toJsonBytes(own.filter(({ type }) => type !== "item_reference"));
  return { items: previous.items + own.length, bytes: previous.bytes + referred + sent };
}

function assertContextFits({ items, bytes }: queries.ContextSize): void {
  const exceeded =
    bytes > MAX_CONTEXT_BYTES
      ? [`${toMb(bytes)} MB`, `${toMb(MAX_CONTEXT_BYTES)} MB`]
      : items > MAX_CONTEXT_ITEMS
        ? [`${items.toLocaleString("en")} items`, MAX_CONTEXT_ITEMS.toLocaleString("en")]
        : undefined;
  if (!exceeded) return;
  throw new AppError(
    "bad_request",
    `With what \`previous_response_id\` and \`item_reference\` bring in, this request has ${exceeded[0]}; it can have ${exceeded[1]}. Start a new conversation, refer to less, or send everything with \`store: false\`.`,
    { code: "context_length_exceeded" },
  );
}

const toMb = (bytes: number) => Math.ceil((bytes / 1024 / 1024) * 10) / 10;

/**
 * Converts items to a conversation.
 * @throws InvalidInput for an invalid conversation or an unavailable image
 */
export async function toConversation({ before, resolved }: ResponseInput, signal: AbortSignal) {
  const system: string[] = [];
  const turns = new ConversationBuilder();
  const pictures = new Pictures(signal);
  for (const [position, item] of [...before, ...resolved].entries()) {
    const nth = position - before.length;
    const at: FieldPath = nth < 0 ? ["body", "previous_response_id"] : ["body", "input", nth];
    if (item.type === "item_reference" || item.type === "other") continue;
    if (item.type === "function_call") {
      const call = { id: item.call_id, name: toFlatName(item), input: item.arguments };
      turns.call({ ...call, ...toOpaque(item.extra_content) }, [...at, "call_id"]);
    } else if (item.type === "custom_tool_call") {
      const call = { id: item.call_id, name: toFlatName(item), input: toCustomToolArguments(item.input) };
      turns.call(call, [...at, "call_id"]);
    } else if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
      const answer = await toToolAnswer(toParts(item.output, [...at, "output"]), pictures);
      turns.result(item.call_id, { ...answer, isError: false }, [...at, "call_id"]);
    } else if (item.role === "user")
      turns.user(await toUserTurn(toParts(item.content, [...at, "content"]), pictures), at);
    else if (item.role === "assistant") turns.assistant(joinText(item.content), at);
    else system.push(joinText(item.content));
  }
  const messages = turns.end(["body", "input"]);
  if (messages.length === 0 && system.length === 0) throw invalid(["body", "input"], "Must hold a message.");
  return { system: system.join("\n\n"), messages };
}

const joinText = (content: ItemContent): string =>
  typeof content === "string"
    ? content
    : content.map((part) => ("text" in part ? part.text : "refusal" in part ? part.refusal : "")).join("\n");

function toParts(content: ItemContent | ToolOutput, at: FieldPath): TurnPart[] {
  if (typeof content === "string") return [{ text: content }];
  return content.flatMap((part, nth): TurnPart[] => {
    if ("text" in part) return [{ text: part.text }];
    if (part.type === "other")
      return [{ text: `[Something of the type ${part.of}, which cannot be read here.]` }];
    if (part.type !== "input_image") return [];
    const place = [...at, nth, "image_url"];
    if (!part.image_url) throw invalid(place, "A picture needs its address.");
    return [{ url: part.image_url, at: place }];
  });
}
