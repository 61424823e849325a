import type { z } from "zod";
import type { Audience } from "@/db/chat-readers";
import type { StepKind, StoredAttachment } from "@/db/schema/messages";
import type { Viewer } from "@/lib/api/actor";
import type { ToolSwitches } from "@/lib/chat/assistant-tools/settings";
import type { ReplySource, SearchableKinds, SearchedChat } from "@/lib/knowledge/search/service";
import type { Handover } from "@/lib/replies/handover/service";
import type { OutsideTool } from "@/lib/replies/mcp-client/service";

export type Colleague = {
  id: number;
  name: string;
  description: string | null;
  ask: (
    question: string,
    /** URLs that people gave; those in the question may be invented by the asking model. */
    given: string[],
    signal: AbortSignal,
  ) => Promise<{ text: string; tokens: number }>;
};

export type ToolContext = {
  chat: SearchedChat & {
    canvas: string | null;
    pageType: string;
    scheduledJobsEnabled: boolean;
  };
  /** There are no tools for an audience without a person of the group, such as visitors. */
  audience: Audience;
  assistantId: number;
  messageId: number | null;
  question: string;
  outside: OutsideTool[];
  handover?: Handover;
  allowed: string[] | null;
  switches: ToolSwitches;
  hasPages: boolean;
  /** Texts of canvas pages as the model last saw them. */
  knownPages: Map<number, string>;
  has: SearchableKinds;
  web: { reads: boolean; searches: boolean };
  /** URLs from people, searches and pages in canonical form (`normalizeAddress`), which tools may open. */
  given: string[];
  pictureModel: string | null;
  pictures: number[];
  remembers: boolean;
  sources: ReplySource[];
  hasPlan: boolean;
  colleagues: Colleague[];
  made: StoredAttachment[];
};

export const nowhere = (groupId: string) => ({
  chat: {
    id: 0,
    groupId,
    standingKey: null,
    parentChatId: null,
    chatWorkspaceId: null,
    searchInChat: false,
    searchInWorkspace: false,
    searchInDocuments: false,
    documentsAndCollectionsEnabled: false,
    inheritContextFromParent: false,
    canvas: null,
    pageType: "chat",
    scheduledJobsEnabled: false,
  },
  messageId: null,
  question: "",
  switches: {},
  hasPages: false,
  knownPages: new Map<number, string>(),
  has: { documents: false, messages: false, media: false },
  web: { reads: false, searches: false },
  given: [],
  pictureModel: null,
  pictures: [],
  remembers: false,
  sources: [],
  hasPlan: false,
  colleagues: [],
  made: [],
});

type Done = { text: string; memoryId?: number; pageId?: number; shows?: string };

export type Running = { signal: AbortSignal; tell: (progress: string) => void };
export type Begun = (kind: StepKind, label: string, about: string | null) => void;

export type AssistantTool<Input extends z.ZodObject = z.ZodObject> = {
  description: string;
  input: Input;
  kind: StepKind;
  label: string;
  about: (input: z.output<Input>) => string | null;
  applies: (setting: ToolContext) => boolean;
  run: (viewer: Viewer, input: z.output<Input>, setting: ToolContext, running: Running) => Promise<Done>;
  /** The tool may take minutes, which do not count towards the reply's time limit. */
  isLong?: boolean;
};

export const tool = <Input extends z.ZodObject>(given: AssistantTool<Input>) =>
  given as unknown as AssistantTool;

/** Result for the model. `fault` is the error message for people when it differs from `text`. */
export type Answered = {
  text: string;
  isError: boolean;
  fault?: string;
  memoryId?: number;
  pageId?: number;
  shows?: string;
  isLong?: boolean;
  tokens?: number;
};
