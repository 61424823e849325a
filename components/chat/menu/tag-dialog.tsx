"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import X from "lucide-react/icons/x";
import { type FormEvent, type ReactNode, useState } from "react";
import { changeChat, type ListedChat, refreshChats, refreshTags, tagsQuery } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";

type TagDialogProps = {
  chat: Pick<ListedChat, "uuid" | "name" | "tags">;
  onClose: () => void;
};

export function TagDialog({ chat, onClose }: TagDialogProps) {
  const t = useTranslations("chatDialogs");
  const problem = useProblem();
  const { tags, saving } = useTags(chat);
  const [typed, setTyped] = useState("");
  const add = (tag: string) => {
    saving.mutate([...tags, tag]);
    setTyped("");
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tag && !saving.isPending) add(tag);
  };
  return (
    <Dialog open onClose={onClose} title={t("tagsTitle", { name: chat.name })}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4 p-0.5">
        <Field
          label={t("addTag")}
          help={t("addTagHelp")}
          error={saving.error ? problem(saving.error) : undefined}
        >
          {(wiring) => (
            <div className="flex gap-2">
              <Input
                {...wiring}
                value={typed}
                maxLength={50}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
              <Button
                type="submit"
                busy={saving.isPending}
                disabled={typed.trim() === ""}
                className="shrink-0"
              >
                {t("add")}
              </Button>
            </div>
          )}
        </Field>
        {tags.length > 0 && (
          <ul aria-label={t("tagsOfChat")} className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <Button
                  size="small"
                  className="max-w-full"
                  disabled={saving.isPending}
                  onClick={() => saving.mutate(tags.filter((each) => each !== tag))}
                >
                  {t.rich("removeTag", { name: tag, ...parts })}
                  <X className="size-3.5 shrink-0 text-muted" aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <OtherTags {...{ tags, typed }} disabled={saving.isPending} onChoose={add} />
      </form>
    </Dialog>
  );
}

function useTags(chat: TagDialogProps["chat"]) {
  const client = useQueryClient();
  const [tags, setTags] = useState(chat.tags);
  const saving = useMutation({
    mutationFn: (tags: string[]) =>
      call(chatsApi.setMine, { params: { chat_id: chat.uuid }, body: { tags } }),
    onSuccess: (saved) => {
      setTags(saved.tags);
      changeChat(client, chat.uuid, { tags: saved.tags });
      void refreshChats(client);
      void refreshTags(client);
    },
  });
  return { tags, saving };
}

type OtherTagsProps = {
  tags: string[];
  typed: string;
  disabled: boolean;
  onChoose: (tag: string) => void;
};

function OtherTags({ tags, typed, disabled, onChoose }: OtherTagsProps) {
  const t = useTranslations("chatDialogs");
  const { data: allTags = [] } = useQuery(tagsQuery);
  const has = (tag: string) => tags.some((each) => each.toLowerCase() === tag.toLowerCase());
  const offered = allTags.filter(
    ({ tag }) => !has(tag) && tag.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  if (offered.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 text-xs font-medium text-muted">{t("otherTags")}</h3>
      <ul aria-label={t("otherTags")} className="flex flex-wrap gap-2">
        {offered.slice(0, 30).map(({ tag }) => (
          <li key={tag} className="max-w-full">
            <Button
              size="small"
              variant="quiet"
              className="max-w-full"
              disabled={disabled}
              onClick={() => onChoose(tag)}
            >
              {t.rich("addKnownTag", { name: tag, ...parts })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const parts = {
  hidden: (text: ReactNode) => <span className="sr-only">{text}</span>,
  tag: (text: ReactNode) => <span className="truncate">{text}</span>,
};
