"use client";

import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Square from "lucide-react/icons/square";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { RATES, type Reading, reader } from "./reader";

export function ReadingBar({ reading: { isPaused, rate } }: { reading: Reading }) {
  const t = useTranslations("speech");
  const faster = RATES[(RATES.indexOf(rate) + 1) % RATES.length]!;
  return (
    <section
      aria-label={t("reading")}
      className="mb-1.5 flex items-center gap-1 rounded-xl border bg-surface px-3 py-1 text-sm"
    >
      <p role="status" className="min-w-0 flex-1 truncate text-muted">
        {t(isPaused ? "paused" : "reading")}
      </p>
      <button
        type="button"
        aria-label={t("speed", { rate })}
        title={t("speed", { rate })}
        onClick={() => reader.setRate(faster)}
        className="h-8 rounded-lg px-2 tabular-nums hover:bg-hover pointer-coarse:h-10"
      >
        {t("times", { rate })}
      </button>
      <IconButton label={t(isPaused ? "resume" : "pause")} onClick={reader.toggle}>
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      </IconButton>
      <IconButton label={t("stop")} onClick={reader.stop}>
        <Square className="size-3.5!" aria-hidden />
      </IconButton>
    </section>
  );
}
