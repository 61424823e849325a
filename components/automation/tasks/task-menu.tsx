"use client";

import { useQueryClient } from "@tanstack/react-query";
import Ellipsis from "lucide-react/icons/ellipsis";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import Pencil from "lucide-react/icons/pencil";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Trash2 from "lucide-react/icons/trash-2";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { refreshChats } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { refreshTasks, setTask, type WholeTask } from "@/components/data/tasks";
import { useTranslations } from "@/components/i18n/words";
import { AudienceFields, useAudienceChoices } from "@/components/people/audience-fields";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { Menu } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { tasksApi } from "@/lib/automation/tasks/operations";
import { EditFields } from "./edit-fields";
import { useStartFromTask } from "./use-start-from-task";

export function StartChat({ task }: { task: WholeTask }) {
  const t = useTranslations("tasks");
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const startFromTask = useStartFromTask();
  const start = async () => {
    setIsBusy(true);
    try {
      const chat = await startFromTask(task.id);
      void refreshChats(client);
      router.push(`/chats/${chat.uuid}`);
    } catch (error) {
      toast(error as Error);
      setIsBusy(false);
    }
  };
  return (
    <Button variant="primary" busy={isBusy} onClick={() => void start()}>
      <MessageSquarePlus className="size-4" aria-hidden /> {t("startChat")}
    </Button>
  );
}

export function TaskMenu({ task }: { task: WholeTask }) {
  const t = useTranslations("tasks");
  const client = useQueryClient();
  const router = useRouter();
  const [open, setOpen] = useState<"edit" | "fields">();
  const confirm = useConfirm();
  const close = () => setOpen(undefined);
  const remove = async () => {
    await call(tasksApi.deleteTask, { params: { id: task.id } });
    await refreshTasks(client);
    router.push("/tasks");
  };
  return (
    <>
      <Menu
        label={t("menu")}
        trigger={<Ellipsis className="size-4.5" aria-hidden />}
        className="inline-flex size-10 items-center justify-center rounded-lg border bg-surface text-muted hover:bg-hover hover:text-ink"
        items={[
          { label: t("editName"), icon: <Pencil aria-hidden />, onSelect: () => setOpen("edit") },
          {
            label: t("editSetup"),
            icon: <SlidersHorizontal aria-hidden />,
            onSelect: () => setOpen("fields"),
          },
          "separator",
          {
            label: t("delete"),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () =>
              confirm({
                title: t("deleteTitle", { name: task.name }),
                text: t("deleteHelp"),
                action: t("delete"),
                onConfirm: remove,
              }),
          },
        ]}
      />
      {open === "fields" && <EditFields task={task} onClose={close} />}
      {open === "edit" && <EditDialog task={task} onClose={close} />}
    </>
  );
}

function EditDialog({ task, onClose }: { task: WholeTask; onClose: () => void }) {
  const t = useTranslations("tasks");
  const client = useQueryClient();
  const [draft, setDraft] = useState({
    name: task.name,
    description: task.description ?? "",
    mention_name: task.mention_name ?? "",
    usable_by: task.usable_by,
    user_ids: task.user_ids,
  });
  const { me } = usePeople();
  const choices = useAudienceChoices(task.created_by?.id === me.id);
  const { faults, text, set, isBusy, problem, wiring } = useForm<typeof draft, WholeTask>({
    draft,
    setDraft,
    send: ({ name, description, mention_name, usable_by, user_ids }) =>
      call(tasksApi.updateTask, {
        params: { id: task.id },
        body: {
          name,
          description: description.trim() || null,
          mention_name: mention_name.trim().replace(/^@/, "") || null,
          usable_by,
          user_ids,
        },
      }),
    onSaved: (changed) => {
      void setTask(client, changed);
      onClose();
    },
    unique: "mention_name",
  });
  return (
    <Dialog open onClose={onClose} title={t("nameAndDescription")}>
      <form {...wiring} className="flex flex-col gap-4 p-0.5">
        <Field label={t("name")} error={faults.name} required>
          {(wiring) => <Input {...wiring} {...text("name")} maxLength={200} autoFocus autoComplete="off" />}
        </Field>
        <Field label={t("description")} help={t("descriptionHelp")} error={faults.description}>
          {(wiring) => <Textarea {...wiring} {...text("description")} maxLength={2000} rows={3} />}
        </Field>
        <Field label={t("mentionName")} help={t("mentionNameHelp")} error={faults.mention_name}>
          {(wiring) => (
            <Input
              {...wiring}
              {...text("mention_name")}
              maxLength={65}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <AudienceFields legend={t("whoUses")} choices={choices} audience={draft} onChange={set} />
        {problem && <FormProblem message={problem} />}
        <FormActions onCancel={onClose} isBusy={isBusy}>
          {t("save")}
        </FormActions>
      </form>
    </Dialog>
  );
}
