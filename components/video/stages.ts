import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";
import type { ConversionState } from "./follow-conversion";

export function getStageText(t: Translate<"video">, progress: ConversionState | undefined): string {
  if (!progress) return t("stageWaiting");
  const { stage, part, parts } = progress;
  const doing = t(doings[stage]);
  return parts > 1 ? t("part", { stage: doing, part, parts }) : doing;
}

/** Returns the progress within a stage, 0 to 1, if known. */
export const getProgressShare = ({ part, parts, percent }: ConversionState): number | undefined =>
  parts > 1 || percent !== undefined ? (part - 1 + (percent ?? 0) / 100) / parts : undefined;

const doings: Record<ConversionState["stage"], Key<"video">> = {
  waiting: "stageWaiting",
  watching: "stageWatching",
  scenes: "stageScenes",
  screens: "stageScreens",
  transcript: "stageTranscript",
  reading: "stageReading",
  merging: "stageMerging",
};
