import { useMemo } from "react";
import { cx } from "@/components/ui/class-names";
import { NoPreview, type Show } from "./shown";

/** An image of SVG. As one it has no scripts, no links, and loads nothing. */
export const Picture: Show = ({ code, name, isLarge, pre }) => {
  const svg = useMemo(() => drawable(code), [code]);
  if (!svg) return <NoPreview pre={pre}>This image can't be shown: it isn't valid SVG.</NoPreview>;
  return <PictureFrame svg={svg} name={name} className={isLarge ? "h-[70dvh]" : "h-80"} />;
};

/** The source with its namespace, which writers leave out; undefined when it is no SVG. */
function drawable(code: string): string | undefined {
  const svg = code.trim().replace(/<svg(?![^>]*\sxmlns=)/, '<svg xmlns="http://www.w3.org/2000/svg"');
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return root.localName === "svg" && !root.querySelector("parsererror") ? svg : undefined;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:";

/** In a frame in which nothing runs. */
function PictureFrame({ svg, name, className }: { svg: string; name: string; className: string }) {
  const style =
    "html{color-scheme:light}body{margin:0;padding:16px;box-sizing:border-box;min-height:100vh;display:flex;background:#fff}img{display:block;margin:auto;max-width:100%;height:auto}";
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`;
  return (
    <iframe
      srcDoc={`<!doctype html><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${POLICY}"><style>${style}</style><img src="${source}" alt="">`}
      title={`Preview of ${name}`}
      sandbox=""
      allow=""
      referrerPolicy="no-referrer"
      className={cx("block w-full", className)}
    />
  );
}
