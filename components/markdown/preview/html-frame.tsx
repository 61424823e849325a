import Play from "lucide-react/icons/play";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import type { Show } from "./shown";

/**
 * A page with its scripts, confined by its frame and the headers of that
 * (`previewHeaders`). It runs when a reader says so: messages come from
 * anybody, and a script may keep a browser busy.
 */
export const HtmlFrame: Show = ({ code, name, isLarge }) => {
  const isSent = useRef(false);
  const [running, setRunning] = useState<string>();
  const height = isLarge ? "h-[70dvh]" : "h-80";
  if (running !== code)
    return (
      <div
        className={cx(
          height,
          "flex flex-col items-center justify-center gap-3 p-4 text-center text-sm text-muted",
        )}
      >
        <Button
          size="small"
          onClick={() => {
            isSent.current = false;
            setRunning(code);
          }}
        >
          <Play className="size-3.5" aria-hidden /> Run preview
        </Button>
        <p>Runs in a sandbox without network access.</p>
      </div>
    );
  return (
    <iframe
      key={code}
      src="/preview"
      title={`Preview of ${name}`}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
      className={cx(height, "block w-full bg-white scheme-light")}
      onLoad={({ currentTarget }) => {
        // Writing the document is a load, too; and where the frame goes then hears nothing.
        if (isSent.current) return;
        isSent.current = true;
        // A frame of no origin can be addressed by no other name.
        currentTarget.contentWindow?.postMessage(code, "*");
      }}
    />
  );
};
