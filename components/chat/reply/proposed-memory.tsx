import { useQuery, useQueryClient } from "@tanstack/react-query";
import Brain from "lucide-react/icons/brain";
import { useState } from "react";
import { chatQuery } from "@/components/data/chats";
import { proposalsQuery, refreshMemories } from "@/components/data/memories";
import { findAssistant, usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { memoriesApi } from "@/lib/chat/memories/operations";

export function ProposedMemory({ message }: { message: Message }) {
  const { data } = useQuery(proposalsQuery);
  const asked = message.replying_to_message?.id;
  const mine = (data ?? []).filter(
    ({ id, message_id }) => String(id) === message.memory_id || (message_id !== null && message_id === asked),
  );
  return mine.map(({ id, text }) => <Proposal key={id} id={id} text={text} message={message} />);
}

type MemoryScope = "everywhere" | "assistant" | "workspace";

function Proposal({ id, text, message }: { id: number; text: string; message: Message }) {
  const t = useTranslations("chatReplies");
  const client = useQueryClient();
  const people = usePeople();
  const { data: chat } = useQuery(chatQuery(message.chat_uuid));
  const { busy, doing } = useBusy<"keep" | "discard">();
  const [scope, setScope] = useState<MemoryScope>("everywhere");
  const assistant = message.from_virtual_assistant_id;
  const workspace = chat?.chat_workspace;
  const keep = () =>
    doing("keep", async () => {
      const where = {
        virtual_assistant_id: scope === "assistant" ? assistant : null,
        chat_workspace_id: scope === "workspace" ? (workspace?.id ?? null) : null,
      };
      await call(memoriesApi.updateMemory, { params: { id }, body: { is_proposed: false, ...where } });
      await refreshMemories(client);
    });
  const discard = () =>
    doing("discard", async () => {
      await call(memoriesApi.deleteMemory, { params: { id } });
      await refreshMemories(client);
    });
  return (
    <section
      aria-label={t("memoryProposed")}
      className="mt-3 max-w-xl rounded-xl border bg-surface p-4 text-sm"
    >
      <p className="flex items-center gap-2 font-medium">
        <Brain className="size-4 text-muted" aria-hidden /> {t("memoryProposed")}
      </p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("memoryScope")}
          value={scope}
          onChange={({ target }) => setScope(target.value as MemoryScope)}
          className="h-8 w-auto max-w-full"
        >
          <option value="everywhere">{t("memoryEverywhere")}</option>
          {assistant !== null && (
            <option value="assistant">
              {t("memoryOnlyWith", { name: findAssistant(people, assistant).name })}
            </option>
          )}
          {workspace && <option value="workspace">{t("memoryOnlyIn", { name: workspace.name })}</option>}
        </Select>
        <Button size="small" variant="primary" busy={busy === "keep"} onClick={keep}>
          {t("keepMemory")}
        </Button>
        <Button size="small" busy={busy === "discard"} onClick={discard}>
          {t("discardMemory")}
        </Button>
      </div>
    </section>
  );
}
