import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { save } from "@/components/ui/save";
import { useCopy } from "@/components/ui/use-copy";

const small = "size-8! pointer-coarse:size-10!";

type TakeAlongProps = { text: string; fileName: string; children?: ReactNode };

export function TakeAlong({ text, fileName, children }: TakeAlongProps) {
  const t = useTranslations("canvas");
  const { isCopied, copy } = useCopy();
  return (
    <div className="ms-auto flex">
      {children}
      <IconButton label={t(isCopied ? "copied" : "copy")} className={small} onClick={() => void copy(text)}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <IconButton
        label={t("download")}
        className={small}
        onClick={() => save(new Blob([text], { type: "text/plain" }), fileName)}
      >
        <Download aria-hidden />
      </IconButton>
    </div>
  );
}
