import { ApiError, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { voiceApi } from "@/lib/replies/voice/operations";
import { callWithFiles } from "./uploading";

/**
 * State of a voice message: `recording` is its id while the server transcribes it, `attempt` the number of
 * transcriptions that ended without a message.
 */
export type VoiceMessage = { translate: boolean; seconds: number; recording?: string; attempt?: number };

type VoiceState = AnswerOf<typeof voiceApi.getVoiceRecording>;
type VoiceSending = {
  chat: string;
  files: File[];
  voice: VoiceMessage;
  models: string[] | undefined;
  replying_to_message_id: number | undefined;
  key: string;
  signal: AbortSignal;
  onShares: (shares: number[]) => void;
  onVoice: (voice: VoiceMessage) => void;
  /** Called with the progress of the transcription, 0 to 1. */
  onHeard: (heard: number) => void;
};

// First polling delay in milliseconds; it grows with each poll.
const FIRST_PAUSE = 400;
const MAX_RETRY_DELAY_MS = 3000;

/**
 * Sends a recording and waits until it is transcribed and stored; returns the response of a sent message. A recording
 * that the server already has, for example before a reload, is only awaited. Aborting the signal also cancels it on
 * the server.
 * @throws ApiError or the reason of the signal
 */
export async function sendVoice({ chat, voice, signal, onVoice, onHeard, ...sending }: VoiceSending) {
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
    // A finished transcription wins over the cancellation. If the server can't be reached, transcription continues
    // and a retry awaits it.
    const state = await call(voiceApi.cancelVoiceRecording, { params });
    if (state.status === "completed") return sentAs(state);
    anew();
    throw error;
  }

  // Makes a retry upload the recording again.
  function anew() {
    onVoice({ ...voice, recording: undefined, attempt: attempt + 1 });
  }
  async function take(): Promise<string> {
    const { files, key, models, replying_to_message_id, onShares } = sending;
    // An upload is aborted only until it is complete: then the server must cancel it by the id in the response.
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
      // An attempt that ended without a message needs a new key.
      idempotencyKey: attempt === 0 ? key : `${key}.${attempt}`,
      signal: upload.signal,
      onShares: (shares) => {
        isSent = shares.every((share) => share === 1);
        onShares(shares);
      },
    }).finally(() => signal.removeEventListener("abort", stop));
    return taken.id;
  }
  function sentAs({ message_id, streaming_task_id, error }: VoiceState) {
    if (message_id !== null) return { user_message_id: message_id, streaming_task_id, responses: null };
    anew();
    throw new ApiError(error ? STATUSES[error.code] : 404, error?.message ?? "The message was deleted.");
  }
}

// HTTP statuses that the synchronous operation returns for these errors.
const STATUSES: Record<NonNullable<VoiceState["error"]>["code"], number> = {
  invalid: 422,
  unavailable: 503,
  provider_failed: 502,
  // Mapped to 422, because 429 and 409 would be retried automatically.
  rate_limited: 422,
  conflict: 422,
  not_found: 404,
  forbidden: 403,
  too_large: 413,
  internal: 500,
};

// Resolves after a delay in milliseconds or rejects when the signal aborts.
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
