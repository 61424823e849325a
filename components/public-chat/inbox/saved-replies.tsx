import { useQuery, useQueryClient } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useState } from "react";
import { groupQuery } from "@/components/data/groups";
import { refreshSavedReplies, type SavedReply, savedRepliesQuery } from "@/components/data/inbox";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { inboxApi, MAX_SAVED_REPLY_LENGTH } from "@/lib/channels/public-chats/operations";

export function SavedReplies({
  onInsert,
  onClose,
}: {
  onInsert: (text: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations("inbox");
  const [editing, setEditing] = useState<SavedReply | "new">();
  const insert = (text: string) => {
    onClose();
    // Waits until the closed dialog has returned the focus.
    requestAnimationFrame(() => onInsert(text));
  };
  return (
    <Dialog open onClose={onClose} title={t("savedReplies")}>
      {editing ? (
        <ReplyForm
          key={editing === "new" ? 0 : editing.id}
          reply={editing === "new" ? undefined : editing}
          onEnd={() => setEditing(undefined)}
        />
      ) : (
        <List onInsert={insert} onEdit={setEditing} />
      )}
    </Dialog>
  );
}

function List({
  onInsert,
  onEdit,
}: {
  onInsert: (text: string) => void;
  onEdit: (reply: SavedReply | "new") => void;
}) {
  const t = useTranslations("inbox");
  const staff = useTranslations("publicStaff");
  const problem = useProblem();
  const client = useQueryClient();
  const confirm = useConfirm();
  const mayChange = useMayChange();
  const { data: replies, error, refetch } = useQuery(savedRepliesQuery);
  const [typed, setTyped] = useState("");
  if (error && !replies)
    return <ErrorState what={t("repliesFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!replies) return <Loading label={t("loadingReplies")} className="h-40" />;
  const has = (text: string) => text.toLowerCase().includes(typed.trim().toLowerCase());
  const shown = replies.filter(({ name, text }) => has(name) || has(text));
  const remove = async (id: number) => {
    await call(inboxApi.deleteSavedReply, { params: { id } });
    await refreshSavedReplies(client);
  };
  return (
    <div className="flex flex-col gap-3">
      {replies.length > 0 && (
        <SearchField label={t("searchReplies")} value={typed} onChange={setTyped} className="w-full" />
      )}
      {replies.length === 0 ? (
        <EmptyState title={t("noReplies")}>{t("noRepliesHelp")}</EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title={staff("noMatches")} />
      ) : (
        <ul aria-label={t("savedReplies")} className="flex flex-col">
          {shown.map((reply) => (
            <li key={reply.id} className="flex items-center gap-1">
              <button
                type="button"
                onClick={() => onInsert(reply.text)}
                className="min-w-0 flex-1 rounded-lg px-2 py-2 text-start hover:bg-hover"
              >
                <span className="block truncate font-medium">{reply.name}</span>
                <span className="block truncate text-muted" dir="auto">
                  {reply.text}
                </span>
              </button>
              {mayChange(reply) && (
                <>
                  <IconButton label={t("editReply", { name: reply.name })} onClick={() => onEdit(reply)}>
                    <Pencil aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t("deleteReply", { name: reply.name })}
                    onClick={() =>
                      confirm({
                        title: t("deleteReplyQuestion", { name: reply.name }),
                        text: t("deleteReplyHelp"),
                        action: t("delete"),
                        onConfirm: () => remove(reply.id),
                      })
                    }
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button className="self-start" onClick={() => onEdit("new")}>
        {t("newReply")}
      </Button>
    </div>
  );
}

// The form stays open with the error message after a refusal, such as a name that is taken.
function ReplyForm({ reply, onEnd }: { reply: SavedReply | undefined; onEnd: () => void }) {
  const t = useTranslations("inbox");
  const problem = useProblem();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { name: String(form.get("name")), text: String(form.get("text")) };
    setBusy(true);
    setFailure(undefined);
    try {
      if (reply) await call(inboxApi.updateSavedReply, { params: { id: reply.id }, body });
      else await call(inboxApi.createSavedReply, { body });
      await refreshSavedReplies(client);
      onEnd();
    } catch (error) {
      setFailure(problem(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      <Field label={t("replyName")} required error={failure}>
        {(wiring) => <Input {...wiring} name="name" maxLength={100} defaultValue={reply?.name} />}
      </Field>
      <Field label={t("replyText")} required>
        {(wiring) => (
          <Textarea
            {...wiring}
            name="text"
            maxLength={MAX_SAVED_REPLY_LENGTH}
            defaultValue={reply?.text}
            dir="auto"
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onEnd}>{t("cancel")}</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

// Owners and admins of the group change all saved replies, members their own.
function useMayChange(): (reply: SavedReply) => boolean {
  const { me } = usePeople();
  const { data: group } = useQuery(groupQuery(me.groupId));
  return ({ created_by }) => created_by?.id === me.id || (group !== undefined && group.role !== "member");
}
