import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { TypeIcon } from "@/components/documents/type-icon";

/** "3.4 MB" */
export const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The files that go with the next message. */
export function Attachments({ files, onRemove }: { files: File[]; onRemove: (index: number) => void }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3" aria-label="Attached files">
      {files.map((file, index) => (
        <li
          key={index}
          className="flex max-w-60 items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-2 text-sm"
        >
          <Thumbnail file={file} />
          <span className="truncate">{file.name}</span>
          <span className="shrink-0 text-xs text-muted">{sizeOf(file.size)}</span>
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(index)}
            className="rounded-md p-1 hover:bg-hover pointer-coarse:p-2"
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

const SHOWN = /^image\/(jpeg|png|gif|webp)$/;

/** A picture itself, small; of other files what kind it is. */
export function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!SHOWN.test(file.type)) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  if (!url) return <TypeIcon type={file.type} className="size-4" />;
  return (
    <img
      src={url}
      alt=""
      // Its name says more than its content is.
      onError={() => setUrl(undefined)}
      className="-ml-1 size-8 shrink-0 rounded object-cover"
    />
  );
}
