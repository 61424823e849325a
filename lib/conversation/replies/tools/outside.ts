import type { ToolCall } from "@/lib/ai/models/service";
import { argumentsOf } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import * as approvals from "@/lib/chat/approvals/service";
import { type Answer, calledByPeople, type OutsideTool, use } from "@/lib/conversation/mcp/service";
import { deputyOf } from "@/lib/identity/auth/service";
import { addPictures, pictureType } from "@/lib/knowledge/documents/service";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { addressesIn, canonicalAddress, firstUnknownAddress } from "../addresses";
import type { LiveRun } from "../live";
import type { Answered, Begun, Setting } from "./kinds";

/** Of what a tool is given its readers see so much. */
const LONGEST_INPUT = 1000;

/**
 * Uses a tool of an MCP server for a reply. One that may change something waits
 * for the permission of whoever asked; once it was refused, it is not asked for
 * again in this reply.
 * @param begun hears what is being done, before it is
 * @throws the reason of the stop
 */
export async function runOutside(
  call: ToolCall,
  outside: OutsideTool,
  setting: Setting,
  live: LiveRun,
  begun: Begun,
): Promise<Answered> {
  const { serverId, server, tool, isReadOnly } = outside;
  const { chat, audience } = setting;
  const wrong = (text: string): Answered => ({ text, isError: true });
  const { signal } = live.stopping;
  const called = calledByPeople(outside);
  const label = `Using ${called} of ${server}`;
  const args = argumentsOf(call.input.replaceAll("\\u0000", ""));
  if (!args) {
    begun("tool", label, null);
    return wrong("The arguments must be a JSON object.");
  }
  const { input, invented } = settleAddresses(args, outside, setting);
  const shown = JSON.stringify(input);
  const about = shown === "{}" ? null : shown.slice(0, LONGEST_INPUT).toWellFormed();
  const asking = `To use ${called} of ${server}.`;
  const asked = {
    streamingTaskId: live.id,
    chatId: chat.id,
    userId: audience.userId!,
    mcpServerId: serverId,
  };
  const refused = `${serverId} ${tool}`;
  try {
    // A tool that reads what is at an address can carry off what stands in it.
    if (!isReadOnly || invented !== undefined) {
      // Outside of a chat there is nobody who could allow it.
      if (chat.id === 0) {
        begun("tool", label, about);
        return wrong(UNKNOWN_ADDRESS);
      }
      if (live.refused.has(refused)) return { text: REFUSED, isError: false };
      const isAllowed = await approvals.ask(
        { ...asked, tool, server, input },
        (question) => {
          if (question) begun("tool", "Waiting for your permission", asking);
          live.asks(question);
        },
        signal,
      );
      if (!isAllowed) {
        live.refused.add(refused);
        live.describe(`${asking} It was not allowed.`);
        return { text: REFUSED, isError: false };
      }
    }
    begun("tool", label, about);
    const viewer = await deputyOf(audience.userId!, chat.groupId, "assistant");
    if (!viewer) return wrong("The person who asked is no longer a member of the group.");
    const tell = told(live, about);
    const began = performance.now();
    const { pictures = [], ...result } = await use({ groupId: chat.groupId, serverId, tool }, input, signal, {
      tell,
      // Outside of a chat there is nobody who would see a form.
      ask: chat.id === 0 ? undefined : (form, over) => answerTo({ ...asked, server, ...form }, live, over),
    });
    setting.given.push(...addressesInResult(result.text, shown));
    if (about !== live.steps.at(-1)?.description_md) live.restore(about);
    const kept = await keepPictures(viewer, setting, called, pictures);
    const text = kept === 0 ? result.text : `${result.text}\n\n${SHOWN}`;
    return { ...result, text, isLong: performance.now() - began > LONG };
  } catch (error) {
    signal.throwIfAborted();
    log.error({ err: error, tool: call.name }, "a tool failed");
    return wrong("It failed on our side.");
  }
}

/**
 * What a model gives a tool, with addresses in their canonical form: another spelling of one that it was given could tell
 * something. `invented`: an address that nobody gave it.
 */
function settleAddresses(
  args: Record<string, unknown>,
  { description }: OutsideTool,
  { given }: Setting,
): { input: Record<string, unknown>; invented: string | undefined } {
  const known = new Set([...given, ...addressesIn(description)]);
  let invented: string | undefined;
  const settle = (value: unknown): unknown => {
    if (typeof value === "string") {
      const address = /:\/\/|^\s*www\./i.test(value) ? canonicalAddress(value) : undefined;
      if (address !== undefined && known.has(address)) return address;
      invented ??= address ?? firstUnknownAddress(value, known);
      return value;
    }
    if (Array.isArray(value)) return value.map(settle);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, settle(each)]));
  };
  return { input: settle(args) as Record<string, unknown>, invented };
}

/** The addresses that a tool found: not those of hosts that the model named to it. */
const addressesInResult = (text: string, input: string): string[] =>
  addressesIn(text).filter((address) => !input.toLowerCase().includes(new URL(address).hostname));

const REFUSED = "The person did not allow it. Do not try it again unless they ask.";
const UNKNOWN_ADDRESS =
  "An address in the arguments has not come up in the conversation. Use one that the person or a search gave.";
const SHOWN = "The person sees its pictures under this reply.";
/** What took longer has told of progress or asked the person: that does not count as the model's time. In ms. */
const LONG = 60_000;
/** How often readers hear of progress. In ms. */
const TELL_EVERY = 250;

/** Shows how far a tool is, as often as anybody could read it. */
function told(live: LiveRun, about: string | null): (progress: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - last < TELL_EVERY) return;
    last = performance.now();
    live.describe([progress, about].filter(Boolean).join(" · "));
  };
}

async function answerTo(
  asked: approvals.questions.Asked,
  live: LiveRun,
  signal: AbortSignal,
): Promise<Answer> {
  const values = await approvals.questions.ask(asked, (question) => live.wonders(question), signal);
  return values ? { action: "accept", content: values } : { action: "decline" };
}

/** Keeps pictures as documents of the chat, which the reply gets attached. @returns how many */
async function keepPictures(viewer: Viewer, { chat, made }: Setting, tool: string, pictures: Buffer[]) {
  if (chat.id === 0 || pictures.length === 0) return 0;
  const named = pictures.flatMap((bytes, at) => {
    const name = `${tool.replace(/[^\w-]+/g, "-").slice(0, 60)}-${at + 1}`;
    const mimeType = pictureType(bytes);
    return mimeType ? [{ fileName: `${name}.${mimeType.slice("image/".length)}`, bytes, mimeType }] : [];
  });
  try {
    const saved = await addPictures(viewer, { chatId: chat.id, folder: "" }, named);
    made.push(...saved.filter(({ document_id: id }) => !made.some((other) => other.document_id === id)));
    return saved.length;
  } catch (error) {
    // A chat may take no documents, or no more of them.
    if (error instanceof AppError) return 0;
    throw error;
  }
}
