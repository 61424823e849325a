import type { Viewer } from "@/lib/api/actor";
import * as approvals from "@/lib/chat/approvals/service";
import { findDeputy } from "@/lib/identity/auth/service";
import { addPictures, detectPictureType } from "@/lib/knowledge/documents/service";
import type { ToolCall } from "@/lib/llm/models/service";
import { parseArguments } from "@/lib/llm/models/service";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import {
  type ElicitationAnswer,
  type OutsideTool,
  toDisplayedToolName,
  use,
} from "@/lib/replies/mcp-client/service";
import type { LiveRun } from "../live-runs";
import { findUnknownAddress, listAddresses, normalizeAddress } from "../urls";
import type { Answered, Begun, ToolContext } from "./definition";

const MAX_SHOWN_INPUT_LENGTH = 1000;

/**
 * Calls a tool of an MCP server. A tool that is not read-only needs the person's approval. After a refusal, the person
 * is not asked again in this reply.
 * @param begun called with a description before the tool runs
 * @throws the reason of the stop
 */
export async function runMcpTool(
  call: ToolCall,
  outside: OutsideTool,
  setting: ToolContext,
  live: LiveRun,
  begun: Begun,
): Promise<Answered> {
  const { serverId, server, tool, isReadOnly } = outside;
  const { chat, audience } = setting;
  const wrong = (text: string): Answered => ({ text, isError: true });
  const { signal } = live.stopping;
  const called = toDisplayedToolName(outside);
  const label = `Using ${called} of ${server}`;
  const args = parseArguments(call.input.replaceAll("\\u0000", ""));
  if (!args) {
    begun("tool", label, null);
    return wrong("The arguments must be a JSON object.");
  }
  const { input, invented } = settleAddresses(args, outside, setting);
  const shown = JSON.stringify(input);
  const about = shown === "{}" ? null : shown.slice(0, MAX_SHOWN_INPUT_LENGTH).toWellFormed();
  const asking = `To use ${called} of ${server}.`;
  const asked = {
    streamingTaskId: live.id,
    chatId: chat.id,
    userId: audience.userId!,
    mcpServerId: serverId,
  };
  const refused = `${serverId} ${tool}`;
  try {
    // Even a read-only tool can exfiltrate data through an invented URL.
    if (!isReadOnly || invented !== undefined) {
      // Outside of a chat, nobody can approve the call.
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
    const viewer = await findDeputy(audience.userId!, chat.groupId, "assistant");
    if (!viewer) return wrong("The person who asked is no longer a member of the group.");
    const tell = createProgressReporter(live, about);
    const began = performance.now();
    const { pictures = [], ...result } = await use({ groupId: chat.groupId, serverId, tool }, input, signal, {
      tell,
      // Nobody can fill in a form outside of a chat.
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

// Canonicalizes URLs in the arguments, because an alternative spelling of a known URL could carry data. `invented`
// is a URL that neither people nor tools provided.
function settleAddresses(
  args: Record<string, unknown>,
  { description }: OutsideTool,
  { given }: ToolContext,
): { input: Record<string, unknown>; invented: string | undefined } {
  const known = new Set([...given, ...listAddresses(description)]);
  let invented: string | undefined;
  const settle = (value: unknown): unknown => {
    if (typeof value === "string") {
      const address = /:\/\/|^\s*www\./i.test(value) ? normalizeAddress(value) : undefined;
      if (address !== undefined && known.has(address)) return address;
      invented ??= address ?? findUnknownAddress(value, known);
      return value;
    }
    if (Array.isArray(value)) return value.map(settle);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, settle(each)]));
  };
  return { input: settle(args) as Record<string, unknown>, invented };
}

// Returns the URLs in a result. Excludes hosts that occur in the input, because the tool may only echo them.
const addressesInResult = (text: string, input: string): string[] =>
  listAddresses(text).filter((address) => !input.toLowerCase().includes(new URL(address).hostname));

const REFUSED = "The person did not allow it. Do not try it again unless they ask.";
const UNKNOWN_ADDRESS =
  "An address in the arguments has not come up in the conversation. Use one that the person or a search gave.";
const SHOWN = "The person sees its pictures under this reply.";
// Milliseconds. A longer call has reported progress or asked the person, so it does not count towards the time limit.
const LONG = 60_000;
const PROGRESS_INTERVAL_MS = 250;

function createProgressReporter(live: LiveRun, about: string | null): (progress: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - last < PROGRESS_INTERVAL_MS) return;
    last = performance.now();
    live.describe([progress, about].filter(Boolean).join(" · "));
  };
}

async function answerTo(
  asked: approvals.questions.NewQuestion,
  live: LiveRun,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const values = await approvals.questions.ask(asked, (question) => live.wonders(question), signal);
  return values ? { action: "accept", content: values } : { action: "decline" };
}

async function keepPictures(viewer: Viewer, { chat, made }: ToolContext, tool: string, pictures: Buffer[]) {
  if (chat.id === 0 || pictures.length === 0) return 0;
  const named = pictures.flatMap((bytes, at) => {
    const name = `${tool.replace(/[^\w-]+/g, "-").slice(0, 60)}-${at + 1}`;
    const mimeType = detectPictureType(bytes);
    return mimeType ? [{ fileName: `${name}.${mimeType.slice("image/".length)}`, bytes, mimeType }] : [];
  });
  try {
    const saved = await addPictures(viewer, { chatId: chat.id, folder: "" }, named);
    made.push(...saved.filter(({ document_id: id }) => !made.some((other) => other.document_id === id)));
    return saved.length;
  } catch (error) {
    // The chat may not accept documents, or may have reached its limit.
    if (error instanceof AppError) return 0;
    throw error;
  }
}
