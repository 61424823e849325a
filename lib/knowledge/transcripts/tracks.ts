import { MediaError, type Track, toLanguageTag } from "@/lib/files/media/service";

/**
 * A chosen sound track: its index in the file, from 0, and the name that prefixes its lines if there are several
 * tracks.
 */
export type ChosenTrack = { track: number; name: string };

const names = new Intl.DisplayNames(["en"], { type: "language" });
const getTrackName = ({ language, title }: Track, at: number): string => {
  const told = language && names.of(language);
  if (told) return title ? `${told} (${title})` : told;
  return title ?? `Track ${at + 1}`;
};

/**
 * Returns the requested sound tracks.
 * @param wanted `all`, a number from 1, or a language, by its code or its English name; null: the main one
 * @throws MediaError that lists the available tracks
 */
export function selectTracks(tracks: Track[], wanted: string | null): ChosenTrack[] {
  const all = tracks.map((track, at) => ({ track: at, name: getTrackName(track, at) }));
  if (wanted === null) {
    const main = tracks.findIndex(({ isMain }) => isMain);
    return [all[Math.max(0, main)] ?? { track: 0, name: "" }];
  }
  const asked = wanted.trim().toLowerCase();
  if (asked === "all" && all.length > 0) return all;
  const chosen = /^\d{1,2}$/.test(asked)
    ? all.filter(({ track }) => track === Number(asked) - 1)
    : all.filter(({ track }) => isInLanguage(tracks[track]!, asked));
  if (chosen.length > 0) return chosen;
  const there = all.map(({ track, name }) => `${track + 1} (${name})`).join(", ");
  throw new MediaError(
    all.length > 0
      ? `There is no sound track “${wanted}”. Choose all, or one of: ${there}.`
      : "It has no sound.",
  );
}

// Matches regional variants of a language, too: `pt` matches `pt-BR`.
function isInLanguage({ language }: Track, text: string): boolean {
  if (!language) return false;
  const code = toLanguageTag(text)?.toLowerCase();
  const own = language.toLowerCase();
  return own === code || own.split("-")[0] === code || names.of(language)?.toLowerCase() === text;
}
