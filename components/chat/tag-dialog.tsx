"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import X from "lucide-react/icons/x";
import { type FormEvent, useState } from "react";
import { changeChat, type ListedChat, refreshChats, refreshTags, tagsQuery } from "@/components/data/chats";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/contract";

/** The reader's own tags of a chat: Enter adds one, a press takes one away. Each change is kept at once. */
export function TagDialog({
  chat,
  onClose,
}: {
  chat: Pick<ListedChat, "uuid" | "name" | "tags">;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { data: known = [] } = useQuery(tagsQuery);
  const [tags, setTags] = useState(chat.tags);
  const [typed, setTyped] = useState("");
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
  const add = (tag: string) => {
    saving.mutate([...tags, tag]);
    setTyped("");
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tag && !saving.isPending) add(tag);
  };
  const has = (tag: string) => tags.some((each) => each.toLowerCase() === tag.toLowerCase());
  const offered = known.filter(
    ({ tag }) => !has(tag) && tag.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <Dialog open onClose={onClose} title={`Tags of “${chat.name}”`}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4 p-0.5">
        <Field label="Add a tag" help="Only you see your tags." error={saving.error?.message}>
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
                Add
              </Button>
            </div>
          )}
        </Field>
        {tags.length > 0 && (
          <ul aria-label="Tags of this chat" className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <Button
                  size="small"
                  className="max-w-full"
                  disabled={saving.isPending}
                  onClick={() => saving.mutate(tags.filter((each) => each !== tag))}
                >
                  <span className="sr-only">Remove </span>
                  <span className="truncate">#{tag}</span>
                  <X className="size-3.5 shrink-0 text-muted" aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
        {offered.length > 0 && (
          <div>
            <h3 className="mb-2 text-xs font-medium text-muted">Your other tags</h3>
            <ul aria-label="Your other tags" className="flex flex-wrap gap-2">
              {offered.slice(0, 30).map(({ tag }) => (
                <li key={tag} className="max-w-full">
                  <Button
                    size="small"
                    variant="quiet"
                    className="max-w-full"
                    disabled={saving.isPending}
                    onClick={() => add(tag)}
                  >
                    <span className="sr-only">Add </span>
                    <span className="truncate">#{tag}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Dialog>
  );
}
