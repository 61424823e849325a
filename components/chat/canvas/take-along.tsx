import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { MenuIcon } from "@/components/ui/menu-icon";
import { save } from "@/components/ui/save";
import { Spinner } from "@/components/ui/spinner";
import { useCopy } from "@/components/ui/use-copy";
import { useExport } from "./use-export";

const small = "size-8! pointer-coarse:size-10!";

export type ExportSource = {
  chat: string;
  /** Id of the page; undefined for the chat's own text. */
  page: number | undefined;
  fileName: string;
  /** Language of the text, as in Markdown fences. */
  language: string;
  isProse: boolean;
};

type TakeAlongProps = ExportSource & {
  text: string;
  /** The text is stored, which the server exports and prints. */
  isSaved: boolean;
  children?: ReactNode;
};

export function TakeAlong({ text, fileName, language, isProse, children, ...source }: TakeAlongProps) {
  const t = useTranslations("canvas");
  const { isCopied, copy } = useCopy();
  const { pending, begin, cancel } = useExport({ ...source, fileName });
  const items: MenuItem[] = [
    {
      label: language === "markdown" ? t("downloadMarkdown") : t("downloadFile", { name: fileName }),
      icon: <MenuIcon name="Download" />,
      onSelect: () => save(new Blob([text], { type: "text/plain" }), fileName),
    },
    ...(isProse
      ? [
          {
            label: t("downloadWord"),
            icon: <MenuIcon name="FileText" />,
            onSelect: () => begin("word"),
          },
        ]
      : []),
    { label: t("print"), icon: <MenuIcon name="Printer" />, onSelect: () => begin("print") },
  ];
  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-y-2">
      {pending && (
        <span className="me-1 flex items-center gap-2">
          <span role="status" className="flex items-center gap-2 text-muted">
            <Spinner />
            {t(pending === "word" ? "creatingWord" : "saving")}
          </span>
          <Button size="small" onClick={cancel}>
            {t("cancel")}
          </Button>
        </span>
      )}
      {children}
      <IconButton label={t(isCopied ? "copied" : "copy")} className={small} onClick={() => void copy(text)}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <Menu
        trigger={<Download aria-hidden className="size-4.5" />}
        label={t("download")}
        items={items}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-10"
      />
    </div>
  );
}
