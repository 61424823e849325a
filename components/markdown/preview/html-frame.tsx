import Play from "lucide-react/icons/play";
import { useEffect, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Sandboxed } from "./sandboxed";
import type { PreviewSource, Show } from "./shown";

/**
 * HTML page with its scripts. The page runs only on request, because messages are untrusted and a script may keep
 * the browser busy.
 */
export const HtmlFrame: Show = (shown) => {
  const t = useTranslations("markdown");
  const { code, name, isWanted, onDrawn } = shown;
  // The page can't be printed as shown, because its state depends on interaction.
  useEffect(() => onDrawn(false), [onDrawn]);
  const [running, setRunning] = useState(isWanted ? code : undefined);
  if (running === code)
    return (
      <Sandboxed
        key={code}
        document={code}
        title={t("previewOf", { name })}
        className={cx(getHeightClass(shown), "block w-full bg-white scheme-light")}
      />
    );
  return (
    <div
      className={cx(
        getHeightClass(shown),
        "flex flex-col items-center justify-center gap-3 p-4 text-center text-sm text-muted",
      )}
    >
      <Button size="small" onClick={() => setRunning(code)}>
        <Play className="size-3.5" aria-hidden /> {t("run")}
      </Button>
      <p>{t("sandboxed")}</p>
    </div>
  );
};

const getHeightClass = ({ isLarge }: PreviewSource) => (isLarge ? "h-[70dvh]" : "h-80");
