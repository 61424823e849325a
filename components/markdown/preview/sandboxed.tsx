import { type CSSProperties, useEffect, useRef } from "react";

/** A document with its scripts, confined by its frame and by the headers of what that loads (`previewHeaders`). */
export function Sandboxed({
  document,
  title,
  className,
  style,
  onMessage,
}: {
  /** The frame shows the first one; another one needs another frame. */
  document: string;
  title: string;
  className: string;
  style?: CSSProperties;
  /** Hears what the document says, which may be anything. */
  onMessage?: (data: unknown) => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isSent = useRef(false);
  useEffect(() => {
    if (!onMessage) return;
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow) onMessage(data);
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [onMessage]);
  return (
    <iframe
      ref={frame}
      src="/preview"
      title={title}
      sandbox="allow-scripts"
      allow=""
      className={className}
      style={style}
      onLoad={({ currentTarget }) => {
        // Writing the document is a load, too; and where the frame goes then hears nothing.
        if (isSent.current) return;
        isSent.current = true;
        // A frame of no origin can be addressed by no other name.
        currentTarget.contentWindow?.postMessage(document, "*");
      }}
    />
  );
}
