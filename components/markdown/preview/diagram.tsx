import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useDark } from "@/components/browser/theme/use-dark";
import { useTranslations } from "@/components/i18n/words";
import type { DrawingInput, DrawingOutcome, PaperDrawing } from "@/components/markdown/diagrams/drawing";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { loadDrawingScript } from "./drawing-script";
import { registerDrawing } from "./for-paper";
import { Sandboxed } from "./sandboxed";
import { NoPreview, type PreviewSource, type Show } from "./shown";
import { isWithinLimits } from "./svg-limits";
import { ZoomedDrawing } from "./zoomed-drawing";

const MAX_DRAWING_MS = 20_000;
const [MIN_HEIGHT_PIXELS, MAX_HEIGHT_PIXELS] = [96, 640];

// Diagram types that the small build of Mermaid lacks.
const LEFT_OUT = /^\s*(mindmap|architecture-beta)\b/;

type DiagramKind = "mermaid" | "vega-lite";

export const MermaidDiagram: Show = (shown) => {
  const t = useTranslations("markdown");
  const [, kind] = LEFT_OUT.exec(shown.code) ?? [];
  if (kind) return <Failure {...shown}>{t("unsupportedDiagram", { kind })}</Failure>;
  return <Diagram key={shown.code} kind="mermaid" {...shown} />;
};
export const VegaLitePlot: Show = (shown) => <Diagram key={shown.code} kind="vega-lite" {...shown} />;

// Diagram drawn by a script in a sandboxed frame without network, or the reason and the code if that fails.
function Diagram({ kind, ...shown }: PreviewSource & { kind: DiagramKind }) {
  const t = useTranslations("markdown");
  const isDark = useDark();
  const [attempt, setAttempt] = useState(0);
  const [script, setScript] = useState<string>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let isWanted = true;
    loadDrawingScript(kind).then(
      (text) => isWanted && setScript(text),
      () => isWanted && setLost(true),
    );
    return () => {
      isWanted = false;
    };
  }, [kind, attempt]);
  const { onDrawn } = shown;
  useEffect(() => {
    if (isLost) onDrawn(false);
  }, [isLost, onDrawn]);
  if (isLost)
    return (
      <NoPreview pre={shown.pre}>
        {t("previewLost")}{" "}
        <Button
          size="small"
          onClick={() => {
            setLost(false);
            setAttempt(attempt + 1);
          }}
        >
          {t("retry")}
        </Button>
      </NoPreview>
    );
  if (script === undefined) return <div className="h-80" />;
  return <Drawing key={`${isDark}`} {...shown} {...{ kind, script, isDark }} />;
}

function Drawing({
  kind,
  script,
  isDark,
  ...shown
}: PreviewSource & { kind: DiagramKind; script: string; isDark: boolean }) {
  const { code, name, isLarge, onDrawn } = shown;
  const t = useTranslations("markdown");
  const [outcome, setOutcome] = useState<DrawingOutcome>();
  const [paper, setPaper] = useState<string>();
  const hear = useCallback((data: unknown) => {
    const svg = parsePaperDrawing(data);
    if (svg === undefined) setOutcome(parseOutcome(data));
    else setPaper(svg);
  }, []);
  useEffect(() => {
    if (paper === "") onDrawn(false);
  }, [paper, onDrawn]);
  const document = useMemo(() => {
    const words = { noNetwork: t("noNetwork"), plot: t("plot") };
    return buildDocument(script, { code, isDark, words }, t.language);
  }, [script, code, isDark, t]);
  useEffect(() => {
    if (outcome) return;
    const tooLong = () => setOutcome({ failure: t("tooSlow") });
    const timer = setTimeout(tooLong, MAX_DRAWING_MS);
    return () => clearTimeout(timer);
  }, [outcome, t]);
  if (outcome && "failure" in outcome) return <Failure {...shown}>{outcome.failure}</Failure>;
  const title = outcome?.title || t("previewOf", { name });
  if (paper && isLarge) return <ZoomedDrawing svg={paper} title={title} name={name} />;
  return (
    <>
      <Sandboxed
        document={document}
        title={title}
        onMessage={hear}
        className={cx("block w-full bg-surface", isLarge ? "h-[70dvh]" : "h-80", paper && "print:hidden")}
        style={{
          colorScheme: isDark ? "dark" : "light",
          ...(outcome &&
            !isLarge && { height: Math.min(MAX_HEIGHT_PIXELS, Math.max(MIN_HEIGHT_PIXELS, outcome.height)) }),
        }}
      />
      {paper && <OnPaper {...{ kind, code, title }} svg={paper} onDrawn={onDrawn} />}
    </>
  );
}

type Printed = Pick<PreviewSource, "code" | "onDrawn"> & { kind: DiagramKind; title: string; svg: string };

// Whole drawing in print colors. As an image it runs no scripts and loads nothing.
function OnPaper({ kind, code, title, svg, onDrawn }: Printed) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => registerDrawing(kind, code, () => image.current), [kind, code]);
  return (
    <img
      ref={image}
      src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
      alt={title}
      onLoad={() => onDrawn(true)}
      onError={() => onDrawn(false)}
      className="hidden max-h-[24cm] max-w-full p-3 print:block"
    />
  );
}

function Failure({ children, pre, onDrawn }: Pick<PreviewSource, "pre" | "onDrawn"> & { children: string }) {
  const t = useTranslations("markdown");
  useEffect(() => onDrawn(false), [onDrawn]);
  return (
    <NoPreview pre={pre}>
      <span className="block font-medium">{t("cannotDraw")}</span>
      <span className="block max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {children}
      </span>
    </NoPreview>
  );
}

// Validates a message of the frame, which is untrusted because its script has processed user content.
function parseOutcome(data: unknown): DrawingOutcome {
  const { height, title, failure } = (data ?? {}) as Record<string, unknown>;
  return typeof height === "number" && typeof title === "string"
    ? { height: Math.ceil(height) || 0, title: title.slice(0, 200) }
    : { failure: String(failure).slice(0, 2000) };
}

// Returns the drawing for print from a frame's message; empty if it exceeds the limits or declares entities.
function parsePaperDrawing(data: unknown): string | undefined {
  const { paper } = (data ?? {}) as Partial<PaperDrawing>;
  if (typeof paper !== "string") return undefined;
  return isWithinLimits(paper) ? paper.toWellFormed() : "";
}

const STYLE = "body{margin:0;padding:16px;background:transparent}svg{display:block;margin:auto}";

function buildDocument(script: string, input: DrawingInput, language: string): string {
  const scheme = input.isDark ? "dark" : "light";
  // Escaped, so that no text closes the script element; the build does the same for scripts.
  const json = JSON.stringify(input).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><style>${STYLE}</style><div id="place"></div><script type="application/json" id="given">${json}</script><script>${script}</script>`;
}
