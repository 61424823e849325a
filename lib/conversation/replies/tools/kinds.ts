import type { z } from "zod";
import type { Audience } from "@/db/audience";
import type { StepKind, StoredAttachment } from "@/db/schema/messages";
import type { Viewer } from "@/lib/api/actor";
import type { Handover } from "@/lib/conversation/handover/service";
import type { OutsideTool } from "@/lib/conversation/mcp/service";
import type { Chat, Has, Source } from "@/lib/knowledge/search/service";

/** Another assistant, as one knows it that may ask it. @throws ModelError, AppError; the reason of `signal` */
export type Colleague = {
  id: number;
  name: string;
  description: string | null;
  ask: (
    question: string,
    /** The addresses that whoever asks was given; those in its question it may have made up. */
    given: string[],
    signal: AbortSignal,
  ) => Promise<{ text: string; tokens: number }>;
};

/** Where a reply is written, for whom, and by whom. */
export type Setting = {
  chat: Chat & {
    canvas: string | null;
    pageType: string;
    scheduledJobsEnabled: boolean;
  };
  /** Whose eyes it has. Where nobody of the group asks, as for visitors, there are no tools. */
  audience: Audience;
  assistantId: number;
  /** What is replied to; null outside of chats. */
  messageId: number | null;
  question: string;
  /** What the assistant may use of MCP servers. */
  outside: OutsideTool[];
  /** In the conversation of a visitor: when it calls the team. */
  handover?: Handover;
  /** The names of the tools that the assistant may use; null for all. */
  allowed: string[] | null;
  /** Whether the canvas of the chat has pages. */
  hasPages: boolean;
  /** The pages that it has read or written, as it knows them. */
  knownPages: Map<number, string>;
  /** Whether the chat has anything to search. */
  has: Has;
  /** What the group lets its assistants do on the web. */
  web: { reads: boolean; searches: boolean };
  /** The addresses that others than a model wrote for this reply, as `canonicalAddress` has them: these may be read. */
  given: string[];
  /** The model that pictures are made with; null: none are. */
  pictureModel: string | null;
  /** The newest pictures of the conversation, which an edit begins with where it names none. */
  pictures: number[];
  /** Whether it has the memories of whoever asked, and may change them. */
  remembers: boolean;
  /** The passages that the reply was given; tools add to them, and it cites them by their place here. */
  sources: Source[];
  /** It works in steps, and shows what they are. */
  hasPlan: boolean;
  /** Other assistants that it may ask. */
  colleagues: Colleague[];
  /** Documents that tools have made for the reply, which gets them attached. */
  made: StoredAttachment[];
};

/** The setting of a reply that belongs to no chat: nothing of one is there to be used. */
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

/** What a tool did, for the model, and to what. `shows`: Markdown that the reply goes on with, so that people see it. */
type Done = { text: string; memoryId?: number; pageId?: number; shows?: string };

/** A call while it runs: it ends when `signal` aborts, and `tell` says how far it is. */
export type Running = { signal: AbortSignal; tell: (progress: string) => void };
/** Hears what is being done, before it is. */
export type Begun = (kind: StepKind, label: string, about: string | null) => void;

export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  description: string;
  input: Input;
  kind: StepKind;
  /** What the reader sees while it runs, and of what. */
  label: string;
  about: (input: z.output<Input>) => string | null;
  /** A model is not troubled with tools that do not apply. */
  applies: (setting: Setting) => boolean;
  /** @throws AppError with a sentence for the model */
  run: (viewer: Viewer, input: z.output<Input>, setting: Setting, running: Running) => Promise<Done>;
  /** It may take many minutes, which do not count as the model's. */
  isLong?: boolean;
};

/** A tool of the table, which forgets what its input is. */
export const tool = <Input extends z.ZodObject>(given: Tool<Input>) => given as unknown as Tool;

/** What came of a call, for the model; `fault` is what people read of an error, where that differs. */
export type Answered = {
  text: string;
  isError: boolean;
  fault?: string;
  memoryId?: number;
  pageId?: number;
  shows?: string;
  isLong?: boolean;
  /** What another assistant used for it. */
  tokens?: number;
};
