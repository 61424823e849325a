import Play from "lucide-react/icons/play";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import type { Show, Shown } from "./shown";

/**
 * A page with its scripts. It runs when a reader says so: messages come from
 * anybody, and a script may keep a browser busy.
 */
export const HtmlFrame: Show = (shown) => {
  const { code, isLarge } = shown;
  const [running, setRunning] = useState(isLarge ? code : undefined);
  if (running === code) return <Running key={code} {...shown} />;
  return (
    <div
      className={cx(
        heightOf(shown),
        "flex flex-col items-center justify-center gap-3 p-4 text-center text-sm text-muted",
      )}
    >
      <Button size="small" onClick={() => setRunning(code)}>
        <Play className="size-3.5" aria-hidden /> Run preview
      </Button>
      <p>Runs in a sandbox.</p>
    </div>
  );
};

const heightOf = ({ isLarge }: Shown) => (isLarge ? "h-[70dvh]" : "h-80");

/** Confined by its frame, and by the headers of what that loads (`previewHeaders`). */
function Running(shown: Shown) {
  const isSent = useRef(false);
  return (
    <iframe
      src="/preview"
      title={`Preview of ${shown.name}`}
      sandbox="allow-scripts"
      allow=""
      className={cx(heightOf(shown), "block w-full bg-white scheme-light")}
      onLoad={({ currentTarget }) => {
        // Writing the document is a load, too; and where the frame goes then hears nothing.
        if (isSent.current) return;
        isSent.current = true;
        // A frame of no origin can be addressed by no other name.
        currentTarget.contentWindow?.postMessage(shown.code, "*");
      }}
    />
  );
}
