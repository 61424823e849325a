import { useCallback, useEffect, useMemo, useState } from "react";
import type { Given, Outcome } from "@/components/diagrams/drawing";
import { useDark } from "@/components/theme/use-dark";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { drawingScript } from "./drawing-script";
import { Sandboxed } from "./sandboxed";
import { NoPreview, type Show, type Shown } from "./shown";

/** So long a drawing may take, in ms. */
const LONGEST = 20_000;
/** The height of a drawing in a message, in pixels; what is higher is scrolled. */
const [LOWEST, HIGHEST] = [96, 640];

type Kind = "mermaid" | "vega-lite";

export const MermaidDiagram: Show = (shown) => <Diagram key={shown.code} kind="mermaid" {...shown} />;
export const VegaLitePlot: Show = (shown) => <Diagram key={shown.code} kind="vega-lite" {...shown} />;

/** What a text describes, drawn by a script in a frame without network; or why it can't be drawn, and the text. */
function Diagram({ kind, ...shown }: Shown & { kind: Kind }) {
  const isDark = useDark();
  const [attempt, setAttempt] = useState(0);
  const [script, setScript] = useState<string>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let isWanted = true;
    drawingScript(kind).then(
      (text) => isWanted && setScript(text),
      () => isWanted && setLost(true),
    );
    return () => {
      isWanted = false;
    };
  }, [kind, attempt]);
  if (isLost)
    return (
      <NoPreview pre={shown.pre}>
        This preview couldn't be loaded. Check your connection.{" "}
        <Button
          size="small"
          onClick={() => {
            setLost(false);
            setAttempt(attempt + 1);
          }}
        >
          Retry
        </Button>
      </NoPreview>
    );
  if (script === undefined) return <div className="h-80" />;
  return <Drawing key={`${isDark}`} {...shown} {...{ script, isDark }} />;
}

function Drawing({ code, name, isLarge, pre, script, isDark }: Shown & { script: string; isDark: boolean }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const hear = useCallback((data: unknown) => setOutcome(outcomeOf(data)), []);
  const document = useMemo(() => documentOf(script, { code, isDark }), [script, code, isDark]);
  useEffect(() => {
    if (outcome) return;
    const tooLong = () => setOutcome({ failure: "Drawing it took too long." });
    const timer = setTimeout(tooLong, LONGEST);
    return () => clearTimeout(timer);
  }, [outcome]);
  if (outcome && "failure" in outcome)
    return (
      <NoPreview pre={pre}>
        <span className="block font-medium">This can't be drawn.</span>
        <span className="block max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {outcome.failure}
        </span>
      </NoPreview>
    );
  return (
    <Sandboxed
      document={document}
      title={outcome?.title || `Preview of ${name}`}
      onMessage={hear}
      className={cx("block w-full bg-surface", isLarge ? "h-[70dvh]" : "h-80")}
      style={{
        colorScheme: isDark ? "dark" : "light",
        ...(outcome && !isLarge && { height: Math.min(HIGHEST, Math.max(LOWEST, outcome.height)) }),
      }}
    />
  );
}

/** What a frame says comes from a script that has read somebody's text: it is only believed in this form. */
function outcomeOf(data: unknown): Outcome {
  const { height, title, failure } = (data ?? {}) as Record<string, unknown>;
  return typeof height === "number" && typeof title === "string"
    ? { height: Math.ceil(height) || 0, title: title.slice(0, 200) }
    : { failure: String(failure).slice(0, 2000) };
}

const STYLE = "body{margin:0;padding:16px;background:transparent}svg{display:block;margin:auto}";

function documentOf(script: string, given: Given): string {
  const scheme = given.isDark ? "dark" : "light";
  // No text in it ends the element that it is in; the build sees to the same in scripts.
  const json = JSON.stringify(given).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><title>Preview</title><style>${STYLE}</style><div id="place"></div><script type="application/json" id="given">${json}</script><script>${script}</script>`;
}
