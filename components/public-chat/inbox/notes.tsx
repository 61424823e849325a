import { useQuery, useQueryClient } from "@tanstack/react-query";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useState } from "react";
import { type Note, notesQuery, refreshNotes } from "@/components/data/inbox";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Textarea } from "@/components/ui/field";
import { ErrorState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { inboxApi, MAX_NOTE_LENGTH } from "@/lib/channels/public-chats/operations";

export function Notes({ chat }: { chat: string }) {
  const t = useTranslations("inbox");
  const problem = useProblem();
  const client = useQueryClient();
  const toast = useToast();
  const { data: notes = [], error, refetch } = useQuery(notesQuery(chat));
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      await call(inboxApi.addNote, { params: { chat_id: chat }, body: { text } });
      setText("");
      await refreshNotes(client, chat);
    } catch (failure) {
      toast(failure as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={t("notes")} className="flex flex-col gap-2">
      <h2 className="font-medium">{t("notes")}</h2>
      {error && notes.length === 0 ? (
        <ErrorState what={t("notesFailed")} reason={problem(error)} retry={() => void refetch()} />
      ) : (
        notes.length > 0 && (
          <ul className="flex flex-col gap-2">
            {notes.map((note) => (
              <OneNote key={note.id} note={note} chat={chat} />
            ))}
          </ul>
        )
      )}
      <form onSubmit={(event) => void add(event)} className="flex flex-col items-start gap-2">
        <Textarea
          rows={2}
          aria-label={t("writeNote")}
          placeholder={t("writeNote")}
          value={text}
          maxLength={MAX_NOTE_LENGTH}
          onChange={(event) => setText(event.target.value)}
          // Esc would close the panel and lose the text.
          onKeyDown={(event) => text && event.key === "Escape" && event.stopPropagation()}
        />
        <p className="text-xs text-muted">{t("notesHelp")}</p>
        <Button type="submit" size="small" busy={isBusy} disabled={text.trim() === ""}>
          {t("addNote")}
        </Button>
      </form>
    </section>
  );
}

function OneNote({ note, chat }: { note: Note; chat: string }) {
  const t = useTranslations("inbox");
  const moments = useMoments();
  const client = useQueryClient();
  const confirm = useConfirm();
  const { me } = usePeople();
  const remove = async () => {
    await call(inboxApi.deleteNote, { params: { chat_id: chat, note_id: note.id } });
    await refreshNotes(client, chat);
  };
  return (
    <li className="rounded-xl bg-warning-soft px-3 py-2">
      <div className="flex items-center gap-2 text-xs text-muted">
        <span className="min-w-0 truncate font-medium">{note.author?.full_name ?? t("formerMember")}</span>
        <time dateTime={note.created_at} className="ms-auto shrink-0">
          {moments.time(note.created_at)}
        </time>
        {note.author?.id === me.id && (
          <IconButton
            label={t("deleteNote")}
            className="-my-2 -me-2"
            onClick={() =>
              confirm({
                title: t("deleteNoteQuestion"),
                text: note.text.slice(0, 200),
                action: t("deleteNote"),
                onConfirm: remove,
              })
            }
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
        {note.text}
      </p>
    </li>
  );
}
