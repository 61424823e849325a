import X from "lucide-react/icons/x";
import { formatFileSize } from "@/components/i18n/file-size";
import { useTranslations } from "@/components/i18n/words";
import { Thumbnail } from "@/components/ui/file-chips";

export function OutgoingFiles({
  files,
  shares,
  onRemove,
}: {
  files: File[];
  /** Upload progress of each file, 0 to 1; undefined while nothing is uploading. */
  shares: number[] | undefined;
  onRemove: ((at: number) => void) | undefined;
}) {
  const t = useTranslations("chatOutgoing");
  return (
    <ul aria-label={t("files")} className="mt-2 flex flex-col gap-1.5 text-sm">
      {files.map((file, at) => (
        <OutgoingFile key={at} file={file} share={shares?.[at]} onRemove={onRemove && (() => onRemove(at))} />
      ))}
    </ul>
  );
}

function OutgoingFile({
  file,
  share,
  onRemove,
}: {
  file: File;
  share: number | undefined;
  onRemove: (() => void) | undefined;
}) {
  const t = useTranslations("chatOutgoing");
  return (
    <li className="flex items-center gap-2">
      <Thumbnail file={file} />
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      {share === undefined ? (
        <span className="shrink-0 text-xs text-muted">{formatFileSize(file.size, t.locale)}</span>
      ) : (
        <progress
          value={share}
          aria-label={t("uploadingFile", { name: file.name })}
          className="h-1.5 w-20 shrink-0 accent-accent"
        />
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={t("sendWithoutFile", { name: file.name })}
          title={t("sendWithoutFile", { name: file.name })}
          onClick={onRemove}
          className="rounded-md p-1 hover:bg-hover pointer-coarse:p-2"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </li>
  );
}
