"use client";

import type { SyntheticEvent } from "react";

export const Player = ({ src, label }: { src: string; label: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: the transcript is shown beside it
  <audio
    controls
    preload="metadata"
    src={src}
    aria-label={label}
    onLoadedMetadata={learnDuration}
    className="h-11 w-72 max-w-full rounded-full"
  />
);

// Seeks to the end to learn the duration, which browsers don't write into recordings.
function learnDuration({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>): void {
  if (Number.isFinite(player.duration)) return;
  player.addEventListener(
    "durationchange",
    () => {
      player.currentTime = 0;
    },
    { once: true },
  );
  player.currentTime = Number.MAX_SAFE_INTEGER;
}
