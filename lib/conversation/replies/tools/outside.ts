import type { ToolCall } from "@/lib/ai/models/service";
import { argumentsOf } from "@/lib/ai/models/service";
import * as approvals from "@/lib/chat/approvals/service";
import { type OutsideTool, use } from "@/lib/conversation/mcp/service";
import { deputyOf } from "@/lib/identity/auth/service";
import { log } from "@/lib/platform/log";
import type { LiveRun } from "../live";
import type { Answered, Begun, Setting } from "./kinds";

/** Of what a tool is given its readers see so much. */
const LONGEST_INPUT = 1000;

/**
 * Uses a tool of an MCP server for a reply. One that may change something waits
 * for the permission of whoever asked.
 * @param begun hears what is being done, before it is
 * @throws the reason of the stop
 */
export async function runOutside(
  call: ToolCall,
  { serverId, server, tool, isReadOnly }: OutsideTool,
  { chat, audience }: Setting,
  live: LiveRun,
  begun: Begun,
): Promise<Answered> {
  const wrong = (text: string): Answered => ({ text, isError: true });
  const { signal } = live.stopping;
  const label = `Using ${tool} of ${server}`;
  const input = argumentsOf(call.input.replaceAll("\\u0000", ""));
  const shown = input && JSON.stringify(input);
  const about = shown === undefined || shown === "{}" ? null : shown.slice(0, LONGEST_INPUT).toWellFormed();
  if (!input) {
    begun("tool", label, null);
    return wrong("The arguments must be a JSON object.");
  }
  const asking = `To use ${tool} of ${server}.`;
  try {
    if (!isReadOnly) {
      const isAllowed = await approvals.ask(
        {
          streamingTaskId: live.id,
          chatId: chat.id,
          userId: audience.userId!,
          mcpServerId: serverId,
          tool,
          server,
          input,
        },
        (question) => {
          if (question) begun("tool", "Waiting for your permission", asking);
          live.asks(question);
        },
        signal,
      );
      if (!isAllowed) {
        live.describe(`${asking} It was not allowed.`);
        return { text: "The person did not allow it. Do not try it again unless they ask.", isError: false };
      }
    }
    begun("tool", label, about);
    if (!(await deputyOf(audience.userId!, chat.groupId, "assistant")))
      return wrong("The person who asked is no longer a member of the group.");
    return await use({ groupId: chat.groupId, serverId, tool }, input, signal);
  } catch (error) {
    signal.throwIfAborted();
    log.error({ err: error, tool: call.name }, "a tool failed");
    return wrong("It failed on our side.");
  }
}
