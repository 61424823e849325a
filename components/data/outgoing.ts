import type { Voice } from "@/components/voice/sending";
import { ApiError, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/contract";
import { chatsApi } from "@/lib/chat/chats/contract";
import { messagesApi } from "@/lib/chat/messages/contract";

/** A message on its way, as the outbox keeps it. */
export type Outgoing = {
  key: string;
  chat: string;
  /** What its chat is made with, under the UUID above: it is the first message, and the chat is not there yet. */
  newChat?: { virtual_assistant_id: number | null; model: string | null; temp: boolean };
  text: string;
  files: File[];
  /** Run with this task action instead of as it is. */
  action?: string;
  replyingTo?: { id: number; name: string; text: string };
  /** The models that reply side by side. */
  models?: string[];
  /** Its only file is a recording, which is transcribed before there is a text. */
  voice?: Voice;
  sentAt: string;
  /** It waits for the replies that are being written: `queue.ts` sends it when they have ended. */
  isQueued?: boolean;
  /** It waits, and is being changed: it and those behind it stay. */
  isHeld?: boolean;
  /** The server could not be reached or was busy: it is sent again by itself. */
  isWaiting?: boolean;
  /** The server has it, and the thread was not read since. */
  isSent?: boolean;
  /** How much of each file is sent, 0 to 1, while they are. */
  shares?: number[];
  /** How much of the recording is transcribed, 0 to 1, once that is known. */
  heard?: number;
  /** Why it was refused, or one of those below: it is not sent again unless somebody asks. */
  failure?: string;
  /** With which status the API refused it. */
  status?: number;
};
/** Its sender stopped it. */
export const STOPPED = "stopped";
/** It is older than its key. */
export const EXPIRED = "expired";
/** The server has it as it was before it was changed: the answer to that attempt was lost. */
export const SENT_BEFORE = "sent before";

export type Answer = AnswerOf<typeof messagesApi.sendMessage>;

/** What ends with time, or when one has signed in again. A recording is not transcribed again and again by itself: its maker may hear it meanwhile, or write. */
const isPassing = ({ status }: ApiError, { voice, newChat }: Outgoing) =>
  status === 0 ||
  status === 401 ||
  status === 409 ||
  status === 429 ||
  (status >= 500 && (voice === undefined || newChat !== undefined));

/** What an attempt that was refused leaves of a message; undefined when it is to be tried again. */
export function leftBy(
  refusal: ApiError,
  message: Outgoing,
  isStopped: boolean,
): Pick<Outgoing, "failure" | "status"> | undefined {
  if (isStopped) return { failure: STOPPED };
  if (refusal.faults.some(({ loc }) => loc[1] === "Idempotency-Key")) return { failure: SENT_BEFORE };
  return isPassing(refusal, message)
    ? undefined
    : { failure: refusal.said ?? refusal.message, status: refusal.status };
}

type Following = {
  signal: AbortSignal;
  onShares: (shares: number[]) => void;
  onVoice: (voice: Voice) => void;
  onHeard: (heard: number) => void;
};

/** What uploads files loads with the first of them; where it does not, they go with the message. */
const senderOf = async (files: File[]): Promise<typeof call> =>
  files.length === 0
    ? call
    : import("@/components/composer/uploading").then(
        ({ callWithFiles }) => callWithFiles as typeof call,
        () => call,
      );

/** Makes the chat of a first message; again is no fault. @throws ApiError */
export const makeChat = ({ chat, newChat }: Outgoing, signal: AbortSignal) =>
  call(chatsApi.createChat, { body: { requested_uuid: chat, ...newChat }, signal });

/** Sends a message under its key, by which it is stored once however often it is sent. @throws ApiError */
export async function post(
  { chat, key, text, files, action, replyingTo, models, voice }: Outgoing,
  { onVoice, onHeard, ...following }: Following,
): Promise<Answer> {
  if (voice) {
    const { sendVoice } = await import("@/components/voice/sending").catch(() => {
      throw new ApiError(0, "The server cannot be reached.");
    });
    const replying_to_message_id = replyingTo?.id;
    const spoken = { chat, files, voice, models, replying_to_message_id };
    return sendVoice({ ...spoken, key, onVoice, onHeard, ...following });
  }
  const send = await senderOf(files);
  const sending = { files, idempotencyKey: key, ...following };
  if (action) {
    const run = { task_action_name: action, return_original_message: true, chat_id: chat };
    const body = { ...run, message_input: text, is_sync: false };
    return send(taskActionsApi.executeTaskAction, { body, ...sending });
  }
  return send(messagesApi.sendMessage, {
    params: { chat_id: chat },
    query: { models },
    body: { message_input: text, is_sync: false, replying_to_message_id: replyingTo?.id },
    ...sending,
  });
}
