import Download from "lucide-react/icons/download";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { save } from "@/components/ui/save";
import { useToast } from "@/components/ui/toast";
import { numberFormat } from "@/lib/platform/words/translate";
import { useZoom } from "./use-zoom";

// Pictures are twice as large as the drawing, for sharp lines on dense screens, but at most this wide and high.
const PNG_SCALE = 2;
const MAX_PNG_PIXELS = 8192;

type ZoomedDrawingProps = {
  /** Within the limits of `svg-limits.ts`. */
  svg: string;
  title: string;
  /** File name of the code. */
  name: string;
};

/** Drawing as an image, which runs no scripts and loads nothing, on white paper. */
export function ZoomedDrawing({ svg, title, name }: ZoomedDrawingProps) {
  const t = useTranslations("drawing");
  const toast = useToast();
  const image = useRef<HTMLImageElement>(null);
  const { view, zoomIn, zoomOut, reset, wiring } = useZoom<HTMLDivElement>();
  const fileName = name.replace(/\.[^.]+$/, "");
  const savePng = async () => {
    try {
      save(await toPng(image.current!), `${fileName}.png`);
    } catch {
      toast({ text: t("pngFailed"), isFailure: true });
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-1 pb-2">
        <IconButton label={t("zoomOut")} onClick={zoomOut}>
          <ZoomOut aria-hidden />
        </IconButton>
        <output className="w-12 text-center text-xs text-muted tabular-nums">
          {numberFormat(t.locale, { style: "percent" }).format(view.scale)}
        </output>
        <IconButton label={t("zoomIn")} onClick={zoomIn}>
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton label={t("reset")} onClick={reset}>
          <RotateCcw aria-hidden />
        </IconButton>
        <span className="flex-1" />
        <Button
          size="small"
          onClick={() => save(new Blob([svg], { type: "image/svg+xml" }), `${fileName}.svg`)}
        >
          <Download className="size-4" aria-hidden /> SVG
        </Button>
        <Button size="small" onClick={() => void savePng()}>
          <Download className="size-4" aria-hidden /> PNG
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms, and a section would be a landmark */}
      <div
        {...wiring}
        role="group"
        aria-label={t("help")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed by keyboard
        tabIndex={0}
        className="flex h-[65dvh] cursor-grab touch-none items-center justify-center overflow-hidden rounded-lg border bg-white outline-offset-2 active:cursor-grabbing"
      >
        <img
          ref={image}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
          alt={title}
          draggable={false}
          className="m-0! h-full w-full object-contain p-4 select-none"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
    </>
  );
}

/** @throws Error when the browser doesn't let the drawing be read, or has no memory for it */
async function toPng(image: HTMLImageElement): Promise<Blob> {
  const [width, height] = [image.naturalWidth || 1200, image.naturalHeight || 800];
  const scale = Math.min(PNG_SCALE, MAX_PNG_PIXELS / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture was made."))), "image/png"),
  );
}
