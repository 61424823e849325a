import FileIcon from "lucide-react/icons/file";
import X from "lucide-react/icons/x";

export const MOST_FILES = 10;
const LARGEST_FILE = 50 * 1024 * 1024;

/** "3.4 MB" */
export const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Files added to those that wait already; what is too much stays out, with a sentence that says so. */
export function withFiles(waiting: File[], added: File[]): { files: File[]; refusal?: string } {
  const fitting = added.filter(({ size }) => size <= LARGEST_FILE);
  const files = [...waiting, ...fitting].slice(0, MOST_FILES);
  const large = added.find(({ size }) => size > LARGEST_FILE);
  if (large) return { files, refusal: `${large.name} has more than ${sizeOf(LARGEST_FILE)}.` };
  if (waiting.length + fitting.length > MOST_FILES)
    return { files, refusal: `A message takes ${MOST_FILES} files at the most.` };
  return { files };
}

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
          <FileIcon className="size-4 shrink-0 text-muted" aria-hidden />
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
