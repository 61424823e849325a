"use client";

import ArrowLeft from "lucide-react/icons/arrow-left";
import FileText from "lucide-react/icons/file-text";
import Library from "lucide-react/icons/library";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import type { ReactNode } from "react";
import { getModelName } from "@/components/chat/chooser/choice";
import type { Assistant } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { getButtonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Rows, Section } from "@/components/ui/section";
import { Avatar, Badge } from "@/components/ui/states";
import { toolGroups, toolNames, tools } from "@/lib/chat/assistant-tools/settings";
import { listFormat } from "@/lib/platform/words/translate";
import { DuplicateAssistant } from "./duplicate-assistant";

type AssistantViewProps = { assistant: Assistant; canDuplicate: boolean };

export function AssistantView({ assistant, canDuplicate }: AssistantViewProps) {
  const t = useTranslations("assistants");
  const { name, avatar, avatar_url, mention_name, description, is_default, suggested_questions, created_by } =
    assistant;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <Link href="/assistants" className="flex w-fit items-center gap-1 text-sm text-muted hover:text-ink">
          <ArrowLeft className="size-4" aria-hidden /> {t("title")}
        </Link>
        <header className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
          <Avatar name={name} emoji={avatar} url={avatar_url} className="size-14 text-xl" />
          <div className="min-w-0 flex-1 basis-56">
            <h1 className="flex flex-wrap items-center gap-2 text-title wrap-anywhere">
              {name}
              {is_default && <Badge tone="accent">{t("default")}</Badge>}
            </h1>
            {mention_name && <p className="text-sm text-muted">@{mention_name}</p>}
            {created_by && <p className="text-sm text-muted">{t("by", { name: created_by.full_name })}</p>}
            {description && <p className="mt-1 text-sm wrap-anywhere">{description}</p>}
          </div>
          <div className="flex flex-wrap gap-2">
            {canDuplicate && <DuplicateAssistant assistant={assistant} />}
            <Link href={`/?assistant=${assistant.id}`} className={getButtonClass({ variant: "primary" })}>
              <MessageSquarePlus className="size-4" aria-hidden /> {t("startChat")}
            </Link>
          </div>
        </header>
        <p className="mt-5 rounded-xl bg-sunken px-4 py-3 text-sm text-muted">{t("readOnly")}</p>
        {assistant.instructions && (
          <Section title={t("instructions")}>
            <p
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
              tabIndex={0}
              className="mt-2 max-h-96 overflow-y-auto rounded-xl border bg-surface px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap"
            >
              {assistant.instructions}
            </p>
          </Section>
        )}
        {suggested_questions.length > 0 && (
          <Section title={t("suggestedQuestions")}>
            <Rows label={t("suggestedQuestions")} className="mt-2">
              {suggested_questions.map((question) => (
                <li key={question} className="px-4 py-2.5 text-sm wrap-anywhere">
                  {question}
                </li>
              ))}
            </Rows>
          </Section>
        )}
        <Knowledge assistant={assistant} />
        <Abilities assistant={assistant} />
      </div>
    </div>
  );
}

function Knowledge({ assistant: { documents, collections } }: { assistant: Assistant }) {
  const t = useTranslations("assistantKnowledge");
  if (documents.length + collections.length === 0) return null;
  return (
    <Section title={t("knows")}>
      <Rows label={t("knows")} className="mt-2">
        {collections.map(({ id, name }) => (
          <Known key={`c${id}`} href={`/documents/collections/${id}`} icon={<Library aria-hidden />}>
            {name}
          </Known>
        ))}
        {documents.map(({ id, file_name }) => (
          <Known key={`d${id}`} href={`/documents/${id}`} icon={<FileText aria-hidden />}>
            {file_name}
          </Known>
        ))}
      </Rows>
    </Section>
  );
}

const Known = ({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) => (
  <li>
    <Link
      href={href}
      className="flex min-h-11 items-center gap-3 px-4 py-2 text-sm hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </Link>
  </li>
);

function Abilities({ assistant: { model, tools: chosen } }: { assistant: Assistant }) {
  const t = useTranslations("assistants");
  const has = (group: (typeof toolGroups)[number]) =>
    toolNames.some((tool) => tools[tool] === group && (chosen ?? toolNames).includes(tool));
  const names = toolGroups.filter(has).map((group) => t(`tools${group}`));
  const facts = [
    { name: t("modelTab"), value: model ? getModelName(model) : t("default") },
    { name: t("tools"), value: listFormat(t.locale, { type: "unit" }).format(names) },
  ];
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-2 text-sm">
      {facts
        .filter(({ value }) => value !== "")
        .map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 border-b pb-2">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 text-end wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
