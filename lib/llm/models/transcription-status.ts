import type { Config } from "@/lib/platform/config";
import { canDownload } from "./local/fetching";
import { getDownloadProgress } from "./local/folder";
import { LOCAL_SPEECH_MODEL } from "./local/registry";
import { findWhisper } from "./local/whisper/whisper";
import { findOfflineSpeech } from "./offline-speech";
import { OFFLINE, WHISPER } from "./transcription";

export async function getTranscriptionStatus({
  TRANSCRIPTION_MODEL: name,
}: Pick<Config, "TRANSCRIPTION_MODEL">) {
  if (name !== undefined && name !== WHISPER)
    return { model: name === "none" ? null : name, downloads_when_needed: false, awaits: null };
  if (findWhisper()) return { model: WHISPER, downloads_when_needed: false, awaits: null };
  const download = await getDownloadProgress(LOCAL_SPEECH_MODEL);
  const hasBegun = download.state !== "missing" || download.problem !== null;
  return {
    model: name === undefined && findOfflineSpeech() ? OFFLINE : null,
    downloads_when_needed: canDownload(),
    awaits: canDownload() && hasBegun ? download : null,
  };
}
