import { useEffect, useMemo } from "react";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { NoPreview, type Show } from "./shown";
import { isWithinLimits } from "./svg-limits";
import { ZoomedDrawing } from "./zoomed-drawing";

const STYLE =
  "html{color-scheme:light}body{margin:0;padding:16px;box-sizing:border-box;min-height:100vh;display:flex;background:#fff}img{display:block;margin:auto;max-width:100%;height:auto}";

/**
 * SVG rendered as an image, so that it has no scripts or links and loads nothing. It is drawn in a separate frame,
 * because a few lines of SVG with nested copies can take long to draw and would block the page.
 */
export const Picture: Show = ({ code, name, isLarge, pre, onDrawn }) => {
  const t = useTranslations("markdown");
  const svg = useMemo(() => drawable(code), [code]);
  const isBroken = svg === undefined;
  useEffect(() => {
    if (isBroken) onDrawn(false);
  }, [isBroken, onDrawn]);
  if (!svg) return <NoPreview pre={pre}>{t("invalidSvg")}</NoPreview>;
  if (isLarge && isWithinLimits(svg))
    return <ZoomedDrawing svg={svg.toWellFormed()} title={t("previewOf", { name })} name={name} />;
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`;
  return (
    <iframe
      srcDoc={`<!doctype html><meta charset="utf-8"><style>${STYLE}</style><img src="${source}" alt="">`}
      title={t("previewOf", { name })}
      sandbox=""
      allow=""
      onLoad={() => onDrawn(true)}
      className={cx("block w-full", isLarge ? "h-[70dvh]" : "h-80")}
    />
  );
};

// Adds the namespace that authors often omit; undefined if the code is not an SVG.
function drawable(code: string): string | undefined {
  const svg = code.trim().replace(/<svg(?![^>]*\sxmlns=)/, '<svg xmlns="http://www.w3.org/2000/svg"');
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return root.localName === "svg" && !root.querySelector("parsererror") ? svg : undefined;
}
