import { useQueryClient } from "@tanstack/react-query";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useState } from "react";
import { type PageEntry, refreshPages } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Options, Select } from "@/components/ui/field";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { NameDialog } from "@/components/ui/name-dialog";
import { call } from "@/lib/api/client";
import { canvasApi, MAX_TITLE_LENGTH } from "@/lib/chat/canvas/operations";
import { NewPage } from "./new-page";

const TEXT = "text";

export function PageBar({
  chat,
  pages,
  shown,
  onPage,
}: {
  chat: Chat;
  pages: PageEntry[];
  shown: PageEntry | undefined;
  onPage: (page: number | undefined) => void;
}) {
  const t = useTranslations("canvas");
  const client = useQueryClient();
  const confirm = useConfirm();
  const [dialog, setDialog] = useState<"new" | "rename">();
  const close = () => setDialog(undefined);
  const canChange = chat.my_role !== "member";
  const params = { chat_id: chat.uuid, page_id: shown?.id ?? 0 };
  const changed = () => refreshPages(client);
  const remove = ({ id, title }: PageEntry) =>
    confirm({
      title: t("deleteQuestion", { title }),
      text: t("deleteHelp"),
      action: t("delete"),
      onConfirm: async () => {
        // Closed first: an open page would be refetched when its deletion event arrives.
        onPage(undefined);
        await call(canvasApi.deleteCanvasPage, { params }).catch((error: unknown) => {
          onPage(id);
          throw error;
        });
        await changed();
      },
    });
  const items = (page: PageEntry): MenuItem[] => [
    { label: t("rename"), icon: <Pencil />, onSelect: () => setDialog("rename") },
    "separator",
    { label: t("delete"), icon: <Trash />, danger: true, onSelect: () => remove(page) },
  ];
  return (
    <div className="flex items-center gap-1 px-1 pb-2 max-lg:pt-1 lg:pe-9">
      <Select
        aria-label={t("page")}
        value={shown?.id ?? TEXT}
        onChange={({ target }) => onPage(target.value === TEXT ? undefined : Number(target.value))}
      >
        <Options
          of={[{ id: TEXT, name: t("canvas") }, ...pages.map(({ id, title }) => ({ id, name: title }))]}
        />
      </Select>
      {shown && canChange && (
        <Menu
          trigger={<Ellipsis aria-hidden className="size-5" />}
          label={t("actions", { title: shown.title })}
          items={items(shown)}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        />
      )}
      {canChange && (
        <IconButton label={t("newPage")} onClick={() => setDialog("new")}>
          <Plus aria-hidden />
        </IconButton>
      )}
      {dialog === "new" && <NewPage chat={chat} onMade={onPage} onClose={close} />}
      {shown && dialog === "rename" && (
        <NameDialog
          title={t("renamePage")}
          action={t("save")}
          name={shown.title}
          maxLength={MAX_TITLE_LENGTH}
          onClose={close}
          onName={async (title) => {
            await call(canvasApi.updateCanvasPage, { params, body: { title } });
            await changed();
          }}
        />
      )}
    </div>
  );
}
