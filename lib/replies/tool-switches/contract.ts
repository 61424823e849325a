import { z } from "zod";
import { operation } from "@/lib/api/contract";
import { id, reference } from "@/lib/api/fields";
import { endpoints } from "./operations";

const ToolSwitch = z
  .object({
    key: z.string().describe("The name in `tool_switches` of a chat."),
    server: z.string().nullable().describe("The name of the MCP server; null for tools of Parley."),
    is_on_by_default: z
      .boolean()
      .describe("Whether it is on where `tool_switches` of the chat doesn't name it."),
  })
  .meta({ id: "ToolSwitch" });

export const toolSwitchesApi = {
  listToolSwitches: operation(endpoints.listToolSwitches, {
    summary: "List the tools of an assistant that a chat can switch",
    description:
      "Those that the assistant may use: the web and pictures if the group has set them up, calculation, and its MCP servers. Calculation is on by default where the chat has documents, or the assistant names its tools.",
    params: z.object({ id }),
    query: z.object({ chat_id: reference.optional() }),
    returns: z.array(ToolSwitch),
  }),
};
