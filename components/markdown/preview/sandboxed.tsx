import { type CSSProperties, useEffect, useRef } from "react";

/** Document with scripts, confined by the frame's sandbox and by the headers of the loaded page (`previewHeaders`). */
export function Sandboxed({
  document,
  title,
  className,
  style,
  onMessage,
}: {
  /** Fixed at mount; another document needs another frame. */
  document: string;
  title: string;
  className: string;
  style?: CSSProperties;
  /** Called with messages of the document, which are untrusted. */
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
        // `document.write` fires another load, and a page that the frame navigates to must not receive the document.
        if (isSent.current) return;
        isSent.current = true;
        // The target is "*", because the opaque origin of the frame has no name.
        currentTarget.contentWindow?.postMessage(document, "*");
      }}
    />
  );
}
