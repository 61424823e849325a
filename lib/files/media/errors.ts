/** Reports why a media file cannot be read. `message` is a sentence for users. */
export class MediaError extends Error {
  override readonly name = "MediaError";
}

export const UNREADABLE = "This file isn't a video or recording that can be read.";
export const TOO_SLOW = "This file couldn't be read: it took too long.";
export const TOO_LARGE = "This file could not be read: it needs too much memory.";
export const INTERRUPTED = "Reading this file was interrupted. Try again.";
export const NO_FFMPEG =
  "This server can't read videos or recordings because ffmpeg isn't installed. An administrator can install it or set FFMPEG_PATH.";
export const describeUndecodable = (codec: string): string =>
  `The pictures of this video are encoded as ${codec}, which can't be decoded here. Convert it to H.264 first, or ask an administrator to install an ffmpeg that decodes ${codec}.`;
