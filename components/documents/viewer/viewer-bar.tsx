import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

export function getNextZoom(zoom: number, by: 1 | -1): number {
  // The current zoom lies between two steps if it was fitted to the window.
  const next =
    by > 0 ? STEPS.find((step) => step > zoom + 0.01) : STEPS.findLast((step) => step < zoom - 0.01);
  return next ?? zoom;
}

export function ViewerBar({
  label,
  zoom,
  onZoom,
  start,
  children,
}: {
  label: string;
  zoom: number;
  onZoom: (zoom: number) => void;
  start?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("viewer");
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="flex flex-wrap items-center justify-center gap-x-4 border-b bg-surface px-2 py-1"
    >
      {start}
      <div className="flex items-center">
        <IconButton label={t("zoomOut")} onClick={() => onZoom(getNextZoom(zoom, -1))}>
          <Minus aria-hidden />
        </IconButton>
        <output className="w-12 text-center text-xs text-muted tabular-nums">
          {t("zoom", { zoom: Math.round(zoom * 100) / 100 })}
        </output>
        <IconButton label={t("zoomIn")} onClick={() => onZoom(getNextZoom(zoom, 1))}>
          <Plus aria-hidden />
        </IconButton>
        {children}
      </div>
    </div>
  );
}
