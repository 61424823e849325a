import { z } from "zod";
import { viewerInGroup } from "@/lib/auth/behalf";
import type { Viewer } from "@/lib/auth/viewer";
import * as canvas from "@/lib/canvas/service";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { OutsideTool } from "@/lib/mcp/tools";
import { LONGEST_MEMORY } from "@/lib/memories/contract";
import * as memories from "@/lib/memories/service";
import { argumentsOf } from "@/lib/models/prompt";
import type { ModelTool, ToolCall } from "@/lib/models/types";
import type { LiveRun } from "./live";
import { runOutside } from "./outside-tools";

/** Where a reply is written, for whom, and by whom. */
export type Setting = {
  chat: { id: number; groupId: string; globalMemory: boolean; canvas: string | null; pageType: string };
  /** Who asked; null for visitors, who have no memory and change nothing. */
  askerId: number | null;
  assistantId: number;
  question: string;
  /** What the assistant may use of MCP servers. */
  outside: OutsideTool[];
};

/** What a tool did, for the model. */
type Done = { text: string; memoryId?: number };
type Tool<Input extends z.ZodObject = z.ZodObject> = {
  description: string;
  input: Input;
  /** What the reader sees while it runs, and of what. */
  label: string;
  about: (input: z.output<Input>) => string | null;
  /** @throws AppError with a sentence for the model */
  run: (viewer: Viewer, input: z.output<Input>, setting: Setting) => Promise<Done>;
};
const tool = <Input extends z.ZodObject>(given: Tool<Input>) => given as unknown as Tool;

/** The most of a canvas that a model sees, so that it cannot cut off what it has not seen. */
export const LONGEST_CANVAS = 40_000;
const clash = (message: string) => new AppError("conflict", message);

const tools = {
  remember: tool({
    description:
      "Remember a lasting fact about the person who asks, for all of their chats: only what they tell about themselves and what will still matter later.",
    input: z.object({
      text: z.string().trim().min(1).max(LONGEST_MEMORY).describe("One fact, in one sentence."),
    }),
    label: "Remembering",
    about: ({ text }) => text,
    run: async (viewer, { text }, { chat }) => {
      const { id } = await memories.remember(viewer, text, chat.id);
      return { text: `Remembered as memory ${id}.`, memoryId: id };
    },
  }),
  forget: tool({
    description: "Forget a memory, when the person asks for it or it is no longer true.",
    input: z.object({ memory_id: z.int().describe("The number in front of it.") }),
    label: "Forgetting a memory",
    about: () => null,
    run: async (viewer, { memory_id: id }) => {
      await memories.forget(viewer, id);
      return { text: `Memory ${id} is forgotten.` };
    },
  }),
  update_canvas: tool({
    description:
      "Change the canvas, the text beside this chat that everybody in it works on. Give either `text`, the whole new text in Markdown, or `find`, a passage that stands there exactly once, and `replace`, what is to stand in its place.",
    input: z.object({
      text: z.string().max(1_048_576).optional(),
      find: z.string().min(1).optional(),
      replace: z.string().optional(),
    }),
    label: "Updating the canvas",
    about: ({ text, find }) => (text === undefined && find ? `Changes “${find.slice(0, 200)}”.` : null),
    run: async (viewer, given, setting) => {
      const { chat, assistantId } = setting;
      const after = await canvas.change(viewer, chat.id, {
        assistantId,
        text: (before) => edited(before, given, setting),
      });
      setting.chat = { ...chat, canvas: after };
      return { text: `The canvas has ${after?.length ?? 0} characters now.` };
    },
  }),
};
type Name = keyof typeof tools;

type CanvasInput = { text?: string; find?: string; replace?: string };
function edited(
  before: string | null,
  { text, find, replace }: CanvasInput,
  setting: Setting,
): string | null {
  const now = before ?? "";
  if (text !== undefined) {
    if (now.length > LONGEST_CANVAS)
      throw clash("The canvas is too long to be written anew: use `find` and `replace`.");
    if (now !== (setting.chat.canvas ?? "")) {
      setting.chat = { ...setting.chat, canvas: before };
      throw clash(`Somebody has changed the canvas meanwhile. It says now:\n\n${now}`);
    }
    return text;
  }
  if (find === undefined || replace === undefined) throw clash("Give `text`, or `find` and `replace`.");
  const count = now.split(find).length - 1;
  if (count !== 1) throw clash(`The passage to find stands there ${count} times, not once.`);
  return now.replace(find, () => replace);
}

/** The names of the tools that apply to a reply: a model is not troubled with others. */
function namesFor({ chat, askerId, question }: Setting): Name[] {
  if (askerId === null) return [];
  const hasCanvas = chat.canvas !== null || chat.pageType === "canvas" || /canvas/i.test(question);
  return [
    ...(chat.globalMemory ? (["remember", "forget"] as const) : []),
    ...(hasCanvas ? (["update_canvas"] as const) : []),
  ];
}

/** The tools that apply to a reply, as a model is told of them. */
export const toolsFor = (setting: Setting): ModelTool[] => [
  ...namesFor(setting).map((name) => ({
    name,
    description: tools[name].description,
    parameters: z.toJSONSchema(tools[name].input) as Record<string, unknown>,
  })),
  ...setting.outside.map(({ name, description, parameters }) => ({ name, description, parameters })),
];

/** What came of a call, for the model; `fault` is what people read of an error, where that differs. */
export type Answered = { text: string; isError: boolean; fault?: string; memoryId?: number };

/**
 * Does what a model asks for, as the person who asked the model. Never throws
 * for what is wrong with the call: that is told to the model.
 * @param begun hears what is being done, before it is
 * @throws the reason of the stop
 */
export async function runTool(
  call: ToolCall,
  setting: Setting,
  live: LiveRun,
  begun: (label: string, about: string | null) => void,
): Promise<Answered> {
  const wrong = (text: string): Answered => ({ text, isError: true });
  const outside = setting.outside.find(({ name }) => name === call.name);
  if (outside) return runOutside(call, outside, setting, live, begun);
  const name = namesFor(setting).find((known) => known === call.name);
  if (!name) return wrong(`There is no tool ${JSON.stringify(call.name.slice(0, 100))} here.`);
  const { label, about, input, run } = tools[name];
  const given = input.safeParse(argumentsOf(call.input));
  if (!given.success) {
    begun(label, null);
    return wrong(`The arguments do not fit: ${z.prettifyError(given.error).slice(0, 1000)}`);
  }
  begun(label, about(given.data));
  try {
    const viewer = await viewerInGroup(setting.askerId!, setting.chat.groupId);
    if (!viewer) return wrong("Whoever asked is no member of the group any more.");
    return { ...(await run(viewer, given.data, setting)), isError: false };
  } catch (error) {
    if (error instanceof AppError) return wrong(error.message);
    log.error({ err: error, tool: name }, "a tool failed");
    return wrong("It failed on our side.");
  }
}
