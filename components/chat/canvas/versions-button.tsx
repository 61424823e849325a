import History from "lucide-react/icons/history";
import { type ReactNode, Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Chat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";

const VersionsDialog = lazy(() =>
  import("./versions-dialog").then((file) => ({ default: file.VersionsDialog })),
);

export function VersionsButton({
  chat,
  page,
  current,
  isProse,
  isPreviewed,
  preview,
  onRestore,
}: {
  chat: Chat;
  page: number | undefined;
  current: string;
  isProse: boolean;
  /** The text is shown as something else than its source. */
  isPreviewed: boolean;
  preview: (text: string) => ReactNode;
  onRestore?: (version: number) => Promise<void>;
}) {
  const t = useTranslations("canvas");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t("versions")}
        className="size-8! pointer-coarse:size-10!"
        onClick={() => setOpen(true)}
      >
        <History aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <VersionsDialog
            {...{ page, current, isProse, onRestore }}
            chat={chat.uuid}
            preview={isPreviewed ? preview : undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
