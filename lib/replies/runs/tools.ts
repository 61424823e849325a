import { z } from "zod";
import { isSwitchedOff, type ToolName, toolNames } from "@/lib/chat/assistant-tools/settings";
import { findDeputy } from "@/lib/identity/auth/service";
import type { ModelTool, ToolCall } from "@/lib/llm/models/service";
import { parseArguments } from "@/lib/llm/models/service";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { LiveRun } from "./live-runs";
import { createColleagueTool, isCallOfColleague, runColleagueTool } from "./tools/ask-an-assistant";
import { calculate } from "./tools/calculate";
import { canCallTeam, createTeamTool, isCallOfTeam, runCallTeamTool } from "./tools/call-the-team";
import { createCanvasPage } from "./tools/create-canvas-page";
import type { Answered, AssistantTool, Begun, ToolContext } from "./tools/definition";
import { editPicture } from "./tools/edit-picture";
import { extractVideoKeyframes } from "./tools/extract-video-keyframes";
import { forget } from "./tools/forget";
import { generatePicture } from "./tools/generate-picture";
import { listCanvasPages } from "./tools/list-canvas-pages";
import { listDocuments } from "./tools/list-documents";
import { runMcpTool } from "./tools/mcp";
import { isPlan, planTool, runPlanTool } from "./tools/plan";
import { readCanvasPage } from "./tools/read-canvas-page";
import { readDocument } from "./tools/read-document";
import { readPage } from "./tools/read-page";
import { remember } from "./tools/remember";
import { scheduleJob } from "./tools/schedule-job";
import { searchDocuments } from "./tools/search-documents";
import { searchMessages } from "./tools/search-messages";
import { searchWeb } from "./tools/search-web";
import { transcribeVideo } from "./tools/transcribe-video";
import { updateCanvas } from "./tools/update-canvas";

export type { ToolContext } from "./tools/definition";

const tools: { [Name in ToolName]: AssistantTool } = {
  search_documents: searchDocuments,
  search_messages: searchMessages,
  list_documents: listDocuments,
  read_document: readDocument,
  remember,
  forget,
  update_canvas: updateCanvas,
  list_canvas_pages: listCanvasPages,
  read_canvas_page: readCanvasPage,
  create_canvas_page: createCanvasPage,
  schedule_job: scheduleJob,
  extract_video_keyframes: extractVideoKeyframes,
  transcribe_video: transcribeVideo,
  search_web: searchWeb,
  read_page: readPage,
  calculate,
  generate_picture: generatePicture,
  edit_picture: editPicture,
};

const READING: ToolName[] = [
  "search_documents",
  "search_messages",
  "list_documents",
  "read_document",
  "list_canvas_pages",
  "read_canvas_page",
  "search_web",
  "read_page",
  "calculate",
];
export const filterReadingTools = (allowed: string[] | null): ToolName[] =>
  READING.filter((name) => allowed?.includes(name) ?? true);

// Built once, because building the descriptions takes 0.3 ms, and preparing a whole reply takes 5 ms.
const described = Object.fromEntries(
  toolNames.map((name) => {
    const { description, input } = tools[name];
    return [name, { name, description, parameters: z.toJSONSchema(input) as Record<string, unknown> }];
  }),
) as Record<ToolName, ModelTool>;

const applying = (setting: ToolContext): ToolName[] =>
  setting.audience.userId === null
    ? []
    : toolNames.filter(
        (name) =>
          (setting.allowed?.includes(name) ?? true) &&
          !isSwitchedOff(setting.switches, name) &&
          tools[name].applies(setting),
      );

export const listModelTools = (setting: ToolContext): ModelTool[] => [
  ...applying(setting).map((name) => described[name]),
  ...(canCallTeam(setting.handover) ? [createTeamTool(setting.handover)] : []),
  ...(setting.hasPlan ? [planTool] : []),
  ...(setting.colleagues.length > 0 ? [createColleagueTool(setting.colleagues)] : []),
  ...setting.outside.map(({ name, description, parameters }) => ({ name, description, parameters })),
];

/**
 * Executes a tool call as the person who asked. Invalid calls are reported to the model instead of being thrown.
 * @param begun called with a description before the tool runs
 * @throws the reason of the stop
 */
export async function runTool(
  call: ToolCall,
  setting: ToolContext,
  live: LiveRun,
  begun: Begun,
): Promise<Answered> {
  const wrong = (text: string): Answered => ({ text, isError: true });
  const outside = setting.outside.find(({ name }) => name === call.name);
  if (outside) return runMcpTool(call, outside, setting, live, begun);
  if (isCallOfTeam(call.name) && canCallTeam(setting.handover)) {
    begun("tool", "Handing over to the team", null);
    return runCallTeamTool(setting.handover, parseArguments(call.input));
  }
  if (isPlan(call.name) && setting.hasPlan) return runPlanTool(parseArguments(call.input), live);
  if (isCallOfColleague(call.name) && setting.colleagues.length > 0)
    return runColleagueTool(setting, parseArguments(call.input), live.stopping.signal, begun);
  const name = applying(setting).find((known) => known === call.name);
  if (!name) return wrong(`There is no tool ${JSON.stringify(call.name.slice(0, 100))} here.`);
  const { kind, label, about, input, run, isLong } = tools[name];
  const given = input.safeParse(parseArguments(call.input));
  if (!given.success) {
    begun(kind, label, null);
    return wrong(`The arguments do not fit: ${z.prettifyError(given.error).slice(0, 1000)}`);
  }
  begun(kind, label, about(given.data));
  try {
    const viewer = await findDeputy(setting.audience.userId!, setting.chat.groupId, "assistant");
    if (!viewer) return wrong("The person who asked is no longer a member of the group.");
    const { signal } = live.stopping;
    const running = { signal, tell: (progress: string) => live.describe(progress) };
    return { ...(await run(viewer, given.data, setting, running)), isError: false, isLong };
  } catch (error) {
    live.stopping.signal.throwIfAborted();
    if (error instanceof AppError) return wrong(error.message);
    log.error({ err: error, tool: name }, "a tool failed");
    return wrong("It failed on our side.");
  }
}
