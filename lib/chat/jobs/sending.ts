import type { Viewer } from "@/lib/api/actor";

/** Operations of higher layers that jobs need to send a prompt and wait for its replies. */
export type PromptSender = {
  send: (viewer: Viewer, chatId: number, message: Prompt) => Promise<SentPrompt>;
  findTaskOfMessage: (
    messageId: number,
  ) => Promise<{ id: string; status: string; error: string | null } | undefined>;
  waitUntilFinished: (taskId: string) => Promise<void>;
  getMessageIds: (taskId: string) => Promise<number[]>;
};
type Prompt = {
  message_input: string;
  is_sync: boolean;
  files: [];
  extra: Record<string, unknown>;
  assistant_ids?: number[];
};
type SentPrompt = { user_message_id: number; streaming_task_id: string | null };
