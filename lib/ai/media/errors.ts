/** Why a file cannot be looked at or listened to. `message` is a sentence for a person. */
export class MediaError extends Error {
  override readonly name = "MediaError";
}

export const UNREADABLE = "This file isn't a video or recording that can be read.";
export const TOO_SLOW = "This file couldn't be read: it took too long.";
export const TOO_LARGE = "This file could not be read: it needs too much memory.";
export const INTERRUPTED = "Reading this file was interrupted. Try again.";
export const NO_FFMPEG =
  "This server can't read videos or recordings because ffmpeg isn't installed. An administrator can install it or set FFMPEG_PATH.";
/** @param codec What the pictures of a video are encoded as, as it is usually written */
export const undecodable = (codec: string): string =>
  `The pictures of this video are encoded as ${codec}, which can't be decoded here. Convert it to H.264 first, or ask an administrator to install an ffmpeg that decodes ${codec}.`;
