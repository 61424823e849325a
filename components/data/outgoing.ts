import { ApiError, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import { chatsApi } from "@/lib/chat/chats/operations";
import { messagesApi } from "@/lib/chat/messages/operations";
import { chatCollectionsApi } from "@/lib/knowledge/collections/operations";
import type { Effort } from "@/lib/llm/sampling/settings";
import type { VoiceMessage } from "./send-voice";

export type Outgoing = {
  key: string;
  chat: string;
  newChat?: {
    virtual_assistant_id?: number | null;
    model?: string | null;
    temp: boolean;
    /** Absent in messages that an earlier release stored. */
    global_memory?: boolean;
    tool_switches?: Record<string, boolean>;
    reasoning_effort?: Effort | null;
    chat_workspace_id?: number;
    search_in_workspace?: boolean;
    // Collections that are attached before the message is sent.
    collection_ids?: number[];
  };
  text: string;
  files: File[];
  action?: string;
  /** Values of the action's variables, and the text that was written beside them. */
  variables?: { values: Record<string, string>; input: string };
  replyingTo?: { id: number; name: string; text: string };
  models?: string[];
  /** Its only file is a recording, which is transcribed before sending. */
  voice?: VoiceMessage;
  sentAt: string;
  /** Queued behind the active replies; `queue.ts` sends it when they have ended. */
  isQueued?: boolean;
  /** The message is being edited; it and the messages queued behind it are held back. */
  isHeld?: boolean;
  /** The server was unreachable or busy; it is retried automatically. */
  isWaiting?: boolean;
  /** The server has stored the message, but the thread hasn't been reloaded since. */
  isSent?: boolean;
  shares?: number[];
  heard?: number;
  /** Reason of a refusal or one of the constants below. It is not retried automatically. */
  failure?: string;
  status?: number;
};
export const STOPPED = "stopped";
/** The idempotency key has expired, so a retry could store the message twice. */
export const EXPIRED = "expired";
/** The server has stored the message before it was edited; the response to that attempt was lost. */
export const SENT_BEFORE = "sent before";

export type SendResponse = AnswerOf<typeof messagesApi.sendMessage>;

// Returns true for errors that pass with time or a new sign-in. Transcription is not retried automatically, because
// the sender can listen to the recording or type instead.
const isTransientRefusal = ({ status }: ApiError, { voice, newChat }: Outgoing) =>
  status === 0 ||
  status === 401 ||
  status === 409 ||
  status === 429 ||
  (status >= 500 && (voice === undefined || newChat !== undefined));

/** Returns the changes to a message after a refused attempt; undefined to retry. */
export function toRetryState(
  refusal: ApiError,
  message: Outgoing,
  isStopped: boolean,
): Pick<Outgoing, "failure" | "status"> | undefined {
  if (isStopped) return { failure: STOPPED };
  if (refusal.faults.some(({ loc }) => loc[1] === "Idempotency-Key")) return { failure: SENT_BEFORE };
  return isTransientRefusal(refusal, message)
    ? undefined
    : { failure: refusal.text ?? refusal.message, status: refusal.status };
}

type Following = {
  signal: AbortSignal;
  onShares: (shares: number[]) => void;
  onVoice: (voice: VoiceMessage) => void;
  onHeard: (heard: number) => void;
};

// Loads the upload module for messages with files. If it can't be loaded, files are sent with the message.
const loadSender = async (files: File[]): Promise<typeof call> =>
  files.length === 0
    ? call
    : import("./uploading").then(
        ({ callWithFiles }) => callWithFiles as typeof call,
        () => call,
      );

/**
 * Creates the chat of a first message; idempotent.
 * @throws ApiError
 */
export async function makeChat({ chat, newChat }: Outgoing, signal: AbortSignal): Promise<void> {
  const { collection_ids = [], ...settings } = newChat ?? {};
  await call(chatsApi.createChat, { body: { requested_uuid: chat, ...settings }, signal });
  for (const collection_id of collection_ids) {
    const params = { chat_id: chat, collection_id };
    await call(chatCollectionsApi.attachCollection, { params, signal }).catch((error: unknown) => {
      // The collection was deleted or is no longer shared; the message must still be sent.
      if (!(error instanceof ApiError && [403, 404].includes(error.status))) throw error;
    });
  }
}

/**
 * Sends a message under its idempotency key.
 * @throws ApiError
 */
export async function post(
  { chat, key, text, files, action, variables, replyingTo, models, voice }: Outgoing,
  { onVoice, onHeard, ...following }: Following,
): Promise<SendResponse> {
  if (voice) {
    const { sendVoice } = await import("./send-voice").catch(() => {
      throw new ApiError(0, "The server cannot be reached.");
    });
    const replying_to_message_id = replyingTo?.id;
    const spoken = { chat, files, voice, models, replying_to_message_id };
    return sendVoice({ ...spoken, key, onVoice, onHeard, ...following });
  }
  const send = await loadSender(files);
  const sending = { files, idempotencyKey: key, ...following };
  if (action) {
    const run = { task_action_name: action, return_original_message: true, chat_id: chat };
    const input = variables
      ? { variables: JSON.stringify(variables.values), message_input: variables.input || undefined }
      : { message_input: text };
    const body = { ...run, ...input, is_sync: false };
    return send(taskActionsApi.executeTaskAction, { body, ...sending });
  }
  return send(messagesApi.sendMessage, {
    params: { chat_id: chat },
    query: { models },
    body: { message_input: text, is_sync: false, replying_to_message_id: replyingTo?.id },
    ...sending,
  });
}
