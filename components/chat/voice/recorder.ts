import type { Key } from "@/lib/platform/words/screens";

// Recording formats: WebM for Chromium, Edge and Firefox, Ogg for older Firefox, MP4 for Safari. The server also checks
// the file extension.
const FORMATS = [
  { type: "audio/webm;codecs=opus", ending: "webm" },
  { type: "audio/ogg;codecs=opus", ending: "ogg" },
  { type: "audio/mp4", ending: "m4a" },
];
type Format = (typeof FORMATS)[number];
// Sufficient for speech; an hour takes about 14 MB.
const BITS_PER_SECOND = 32_000;

export type Recorder = {
  level: () => number;
  seconds: () => number;
  pause: () => void;
  /** Returns false if the microphone was disconnected. */
  resume: () => boolean;
  finish: () => Promise<File>;
  discard: () => void;
  /** Returns the sound since the last call as a separate recording; undefined for the first call. */
  cut: () => Promise<File | undefined>;
  restart: () => void;
};

/**
 * Requests the microphone and starts recording.
 * @param onLost Called when the microphone is disconnected; the recording is kept
 * @returns the key of the error message if it can't start
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
  return createRecorder(stream, format, onLost);
}

function createRecorder(stream: MediaStream, format: Format, onLost: () => void): Recorder {
  const meter = createMeter(stream);
  let whole = beginRecording(stream, format);
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
  // A recorder stops when its only track ends.
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
      piece = whole.recorder.state === "recording" ? beginRecording(stream, format) : undefined;
      ending?.stop();
      return ending?.ended;
    },
    restart() {
      if (whole.recorder.state !== "recording") return;
      whole.stop();
      whole = beginRecording(stream, format);
      before = 0;
      since = performance.now();
    },
  };
}

// Starts a separate recorder, because part of a recording can't be decoded without its beginning.
function beginRecording(stream: MediaStream, format: Format) {
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
}

const refusals: Record<string, Key<"voice">> = {
  NotAllowedError: "microphoneBlocked",
  NotFoundError: "microphoneMissing",
  NotReadableError: "microphoneBusy",
};

// Returns the local time as "2026-11-21-17-20-05".
function stamp(): string {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace(/[T:]/g, "-");
}

function createMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / samples.length;
      // Multiplies the level by 4, because speech is quiet compared to full scale.
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void context.close().catch(() => {}),
  };
}
