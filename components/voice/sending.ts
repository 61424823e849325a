import { callWithFiles } from "@/components/composer/uploading";
import { ApiError, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { voiceApi } from "@/lib/conversation/voice/contract";

/** What is known of a recording; `recording` is its id while the server transcribes it, `attempt` how often that has ended without a message. */
export type Voice = { translate: boolean; seconds: number; recording?: string; attempt?: number };

type State = AnswerOf<typeof voiceApi.getVoiceRecording>;
type Sending = {
  chat: string;
  files: File[];
  voice: Voice;
  models: string[] | undefined;
  replying_to_message_id: number | undefined;
  /** Under which the server takes it once. */
  key: string;
  signal: AbortSignal;
  onShares: (shares: number[]) => void;
  /** Hears what is to be kept with the recording. */
  onVoice: (voice: Voice) => void;
  /** Hears how much is transcribed, 0 to 1. */
  onHeard: (heard: number) => void;
};

/** How long it waits before it asks again how far the server is: longer and longer. In ms. */
const FIRST_PAUSE = 400;
const MAX_RETRY_DELAY_MS = 3000;

/**
 * Sends a recording and waits until it is transcribed and stored; answers as a sent message does. One that the server
 * has already, as before a reload, is only waited for. The signal cancels it there, too.
 * @throws ApiError; the reason of the signal
 */
export async function sendVoice({ chat, voice, signal, onVoice, onHeard, ...sending }: Sending) {
  const { attempt = 0 } = voice;
  const id = voice.recording ?? (await take());
  if (voice.recording) sending.onShares([1]);
  else onVoice({ ...voice, recording: id });
  const params = { chat_id: chat, recording_id: id };
  try {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.3, MAX_RETRY_DELAY_MS)) {
      const state = await call(voiceApi.getVoiceRecording, { params, signal });
      if (state.finished_at) return sentAs(state);
      if (state.percent !== null) onHeard(state.percent / 100);
      await passed(pause, signal);
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) anew();
    if (!signal.aborted) throw error;
    // Unless it was faster. A server that cannot be reached goes on, and so does whoever tries again.
    const state = await call(voiceApi.cancelVoiceRecording, { params });
    if (state.status === "completed") return sentAs(state);
    anew();
    throw error;
  }

  /** Whoever tries again sends it again. */
  function anew() {
    onVoice({ ...voice, recording: undefined, attempt: attempt + 1 });
  }
  async function take(): Promise<string> {
    const { files, key, models, replying_to_message_id, onShares } = sending;
    // Once all of it is on its way the server may have it: then it has to be cancelled there, by the id of the answer.
    const upload = new AbortController();
    let isSent = false;
    const stop = () => {
      if (!isSent) upload.abort(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    const taken = await callWithFiles(voiceApi.startVoiceRecording, {
      params: { chat_id: chat },
      query: { translate: voice.translate, models },
      body: { replying_to_message_id },
      files,
      // What has ended without a message is begun anew.
      idempotencyKey: attempt === 0 ? key : `${key}.${attempt}`,
      signal: upload.signal,
      onShares: (shares) => {
        isSent = shares.every((share) => share === 1);
        onShares(shares);
      },
    }).finally(() => signal.removeEventListener("abort", stop));
    return taken.id;
  }
  function sentAs({ message_id, streaming_task_id, error }: State) {
    if (message_id !== null) return { user_message_id: message_id, streaming_task_id, responses: null };
    anew();
    throw new ApiError(error ? STATUSES[error.code] : 404, error?.message ?? "The message was deleted.");
  }
}

/** As the synchronous form would have answered. */
const STATUSES: Record<NonNullable<State["error"]>["code"], number> = {
  invalid: 422,
  unavailable: 503,
  provider_failed: 502,
  // With a status that passes it would be sent again and again by itself.
  rate_limited: 422,
  conflict: 422,
  not_found: 404,
  forbidden: 403,
  too_large: 413,
  internal: 500,
};

/** Resolves after so many ms, or rejects when the signal aborts. */
const passed = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const over = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", over);
      resolve();
    }, ms);
    signal.addEventListener("abort", over, { once: true });
  });
