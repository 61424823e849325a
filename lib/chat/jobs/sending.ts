import type { Viewer } from "@/lib/api/actor";

/** How a prompt is sent and replied to, which nouns above this one know. */
export type Sending = {
  send: (viewer: Viewer, chatId: number, message: Message) => Promise<Sent>;
  /** The task of the replies to a message. */
  taskOf: (messageId: number) => Promise<{ id: string; status: string; error: string | null } | undefined>;
  /** Waits until a task is over. */
  finished: (taskId: string) => Promise<void>;
  /** The replies of a task. */
  messageIdsOf: (taskId: string) => Promise<number[]>;
};
type Message = {
  message_input: string;
  is_sync: boolean;
  files: [];
  extra: Record<string, unknown>;
  assistant_ids?: number[];
};
type Sent = { user_message_id: number; streaming_task_id: string | null };
