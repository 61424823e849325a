import Play from "lucide-react/icons/play";
import Reload from "lucide-react/icons/rotate-cw";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { ConsolePane } from "./console-pane";
import { withConsole } from "./console-script";
import { loadDrawingScript } from "./drawing-script";
import { Sandboxed } from "./sandboxed";
import { NoPreview, type PreviewSource, type Show } from "./shown";
import { useConsole } from "./use-console";

type Build = (code: string) => Promise<string> | string;

/** HTML page with its scripts. */
export const HtmlFrame: Show = (shown) => <Runnable {...shown} build={withConsole} />;

/** React component, compiled in the frame. */
export const ReactFrame: Show = (shown) => <Runnable {...shown} build={buildReactDocument} />;

// Program that runs only on request, because messages are untrusted and a script may keep the browser busy.
function Runnable({ build, ...shown }: PreviewSource & { build: Build }) {
  const t = useTranslations("markdown");
  const { code, isWanted, onDrawn } = shown;
  // The page can't be printed as shown, because its state depends on interaction.
  useEffect(() => onDrawn(false), [onDrawn]);
  const [running, setRunning] = useState(isWanted ? code : undefined);
  if (running === code) return <Running key={code} {...{ build, shown }} />;
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
}

function Running({ build, shown }: { build: Build; shown: PreviewSource }) {
  const t = useTranslations("markdown");
  const { code, name, pre } = shown;
  const [attempt, setAttempt] = useState(0);
  const immediate = useMemo(() => build(code), [build, code]);
  const [loaded, setLoaded] = useState<string>();
  const [isLost, setLost] = useState(false);
  const { entries, isFull, onMessage, clear } = useConsole();
  useEffect(() => {
    if (typeof immediate === "string") return;
    let isCurrent = true;
    immediate.then(
      (text) => isCurrent && setLoaded(text),
      () => isCurrent && setLost(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [immediate]);
  const document = typeof immediate === "string" ? immediate : loaded;
  if (isLost) return <NoPreview pre={pre}>{t("previewLost")}</NoPreview>;
  const reload = () => {
    clear();
    setAttempt(attempt + 1);
  };
  return (
    <>
      <div className="relative">
        {document === undefined ? (
          <div aria-busy className={getHeightClass(shown)} />
        ) : (
          <Sandboxed
            key={attempt}
            document={document}
            title={t("previewOf", { name })}
            onMessage={onMessage}
            className={cx(getHeightClass(shown), "block w-full bg-white scheme-light")}
          />
        )}
        <IconButton
          label={t("reload")}
          onClick={reload}
          className="absolute end-2 bottom-2 size-8! border bg-raised/90 pointer-coarse:size-10! print:hidden"
        >
          <Reload aria-hidden />
        </IconButton>
      </div>
      <ConsolePane entries={entries} isFull={isFull} onClear={clear} />
    </>
  );
}

const STYLE =
  "body{margin:0;padding:16px;font:15px/1.5 system-ui,sans-serif}pre{white-space:pre-wrap;color:#b01f24}";

async function buildReactDocument(code: string): Promise<string> {
  const script = await loadDrawingScript("react");
  // Escaped, so that no text closes the script element; the build does the same for scripts.
  const json = JSON.stringify({ code }).replaceAll("<", "\\u003c");
  return withConsole(
    `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div id="place"></div><script type="application/json" id="given">${json}</script><script>${script}</script>`,
  );
}

const getHeightClass = ({ isLarge }: PreviewSource) => (isLarge ? "h-[60dvh]" : "h-80");
