import type { Key } from "@/lib/platform/words/screens";

/** What browsers record sound in: Chromium, Edge and Firefox; older Firefox; Safari. The server tells types by the endings too. */
const FORMATS = [
  { type: "audio/webm;codecs=opus", ending: "webm" },
  { type: "audio/ogg;codecs=opus", ending: "ogg" },
  { type: "audio/mp4", ending: "m4a" },
];
/** Enough for speech: an hour has about 14 MB. */
const BITS_PER_SECOND = 32_000;

/** A recording that goes on, or waits. */
export type Recorder = {
  /** How loud it is now, 0 to 1. */
  level: () => number;
  /** How much is recorded. */
  seconds: () => number;
  pause: () => void;
  /** False when there is no microphone any more. */
  resume: () => boolean;
  /** Ends it and gives what was recorded. */
  finish: () => Promise<File>;
  discard: () => void;
  /** What was said since it was last asked for, as a recording of its own, beside the whole one; undefined at first. */
  cut: () => Promise<File | undefined>;
  /** Forgets what was recorded so far. */
  restart: () => void;
};

/**
 * Asks for the microphone and begins to record.
 * @param onLost Called when the microphone goes away; what was recorded is kept
 * @returns where it cannot begin, the words that say why
 */
export async function record(onLost: () => void): Promise<Recorder | Key<"voice">> {
  if (!navigator.mediaDevices) return "microphoneNeedsHttps";
  const format =
    typeof MediaRecorder !== "undefined" && FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type));
  if (!format) return "unsupported";
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } })
    .catch((error: DOMException) => refusals[error.name] ?? "cannotStart");
  if (typeof stream === "string") return stream;
  /** A recording of its own: a part of one cannot be read without its beginning. */
  const begin = () => {
    const recorder = new MediaRecorder(stream, {
      mimeType: format.type,
      audioBitsPerSecond: BITS_PER_SECOND,
    });
    const pieces: Blob[] = [];
    const ended = new Promise<File>((resolve) => {
      recorder.ondataavailable = ({ data }) => pieces.push(data);
      recorder.onstop = () => {
        const [type] = format.type.split(";");
        resolve(new File(pieces, `voice-${stamp()}.${format.ending}`, { type }));
      };
    });
    recorder.start();
    const stop = () => {
      if (recorder.state !== "inactive") recorder.stop();
    };
    return { recorder, ended, stop };
  };
  const meter = meterOf(stream);
  let whole = begin();
  let piece: typeof whole | undefined;
  let before = 0;
  let since: number | undefined = performance.now();
  const hold = () => {
    if (since !== undefined) before += performance.now() - since;
    since = undefined;
  };
  const end = () => {
    hold();
    whole.stop();
    piece?.stop();
    for (const track of stream.getTracks()) track.stop();
    meter.close();
  };
  // The recorder ends by itself when its only track does.
  for (const track of stream.getTracks())
    track.onended = () => {
      end();
      onLost();
    };
  return {
    level: meter.level,
    seconds: () => (before + (since === undefined ? 0 : performance.now() - since)) / 1000,
    pause() {
      hold();
      if (whole.recorder.state === "recording") whole.recorder.pause();
    },
    resume() {
      if (whole.recorder.state !== "paused") return false;
      whole.recorder.resume();
      since = performance.now();
      return true;
    },
    finish() {
      end();
      return whole.ended;
    },
    discard: end,
    async cut() {
      const ending = piece;
      piece = whole.recorder.state === "recording" ? begin() : undefined;
      ending?.stop();
      return ending?.ended;
    },
    restart() {
      if (whole.recorder.state !== "recording") return;
      whole.stop();
      whole = begin();
      before = 0;
      since = performance.now();
    },
  };
}

const refusals: Record<string, Key<"voice">> = {
  NotAllowedError: "microphoneBlocked",
  NotFoundError: "microphoneMissing",
  NotReadableError: "microphoneBusy",
};

/** "2026-11-21-17-20-05", by the clock here. */
function stamp(): string {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace(/[T:]/g, "-");
}

function meterOf(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / samples.length;
      // Speech is quiet beside the loudest that can be recorded.
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void context.close().catch(() => {}),
  };
}
