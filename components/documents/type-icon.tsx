import FileIcon from "lucide-react/icons/file";
import FileArchive from "lucide-react/icons/file-archive";
import FileImage from "lucide-react/icons/file-image";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import FileText from "lucide-react/icons/file-text";

/** A picture of what kind of file it is. */
export function TypeIcon({ type }: { type: string }) {
  const Icon = type.startsWith("image/")
    ? FileImage
    : /sheet|excel|csv|tab-separated/.test(type)
      ? FileSpreadsheet
      : /pdf|word|text|markdown/.test(type)
        ? FileText
        : type === "application/zip"
          ? FileArchive
          : FileIcon;
  return <Icon className="size-5 shrink-0 text-muted" aria-hidden />;
}
