import Library from "lucide-react/icons/library";
import X from "lucide-react/icons/x";
import { Suspense, useEffect, useState } from "react";
import { formatFileSize } from "@/components/i18n/file-size";
import { useTranslations } from "@/components/i18n/words";
import { Spinner } from "./spinner";
import { TypeIcon } from "./type-icon";

type FileChipsProps = {
  files: File[];
  onRemove: (index: number) => void;
  /** Files that are still being fetched. */
  attaching?: { name: string; stop: () => void }[];
  collections?: { id: number; name: string }[];
  onRemoveCollection?: (id: number) => void;
};

export const FileChips = (props: FileChipsProps) =>
  props.files.length + (props.attaching?.length ?? 0) + (props.collections?.length ?? 0) > 0 && (
    <Suspense>
      <List {...props} />
    </Suspense>
  );

const chip = "flex max-w-60 items-center gap-2 rounded-lg border bg-sunken py-1 pe-1 ps-2 text-sm";

function List({ files, onRemove, attaching = [], collections = [], onRemoveCollection }: FileChipsProps) {
  const t = useTranslations("composerFiles");
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3" aria-label={t("attachedFiles")}>
      {files.map((file, index) => (
        <li key={index} className={chip}>
          <Thumbnail file={file} />
          <span className="truncate">{file.name}</span>
          <span className="shrink-0 text-xs text-muted">{formatFileSize(file.size, t.locale)}</span>
          <RemoveButton label={t("remove", { name: file.name })} onClick={() => onRemove(index)} />
        </li>
      ))}
      {attaching.map(({ name, stop }, index) => (
        <li key={`attaching ${index}`} className={chip}>
          <Spinner label={t("attaching", { name })} />
          <span className="truncate">{name}</span>
          <RemoveButton label={t("remove", { name })} onClick={stop} />
        </li>
      ))}
      {collections.map(({ id, name }) => (
        <li key={`collection ${id}`} className={chip}>
          <Library className="size-4 shrink-0 text-muted" aria-label={t("collection")} />
          <span dir="auto" className="truncate">
            {name}
          </span>
          <RemoveButton label={t("remove", { name })} onClick={() => onRemoveCollection?.(id)} />
        </li>
      ))}
    </ul>
  );
}

const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="rounded-md p-1 hover:bg-hover pointer-coarse:p-2"
  >
    <X className="size-3.5" aria-hidden />
  </button>
);

const DISPLAYABLE_TYPES = /^image\/(jpeg|png|gif|webp)$/;

export function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!DISPLAYABLE_TYPES.test(file.type)) return;
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
      // Shows the icon instead if the content isn't the picture that the file type claims.
      onError={() => setUrl(undefined)}
      className="-ms-1 size-8 shrink-0 rounded object-cover"
    />
  );
}
