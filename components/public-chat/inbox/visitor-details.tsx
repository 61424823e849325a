"use client";

import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { earlierQuery } from "@/components/data/inbox";
import { type Visitor, visitorQuery } from "@/components/data/visitors";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Field, Options, Select } from "@/components/ui/field";
import { ErrorState, Loading } from "@/components/ui/states";
import { ConversationRow } from "./conversation-row";
import { getLanguageName } from "./language-name";
import { Notes } from "./notes";
import { useChangeConversation } from "./use-change-conversation";

export function VisitorDetails({ chat }: { chat: Chat }) {
  const t = useTranslations("publicStaff");
  const problem = useProblem();
  const { data: visitor, error, refetch } = useQuery(visitorQuery(chat.uuid));
  if (error && !visitor)
    return <ErrorState what={t("visitorFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!visitor) return <Loading label={t("loadingConversations")} className="h-40" />;
  return (
    <div className="flex flex-col gap-5">
      <Assignee visitor={visitor} />
      <Facts visitor={visitor} />
      <Notes chat={chat.uuid} />
      <Earlier chat={chat.uuid} />
    </div>
  );
}

const NOBODY = "";

function Assignee({ visitor }: { visitor: Visitor }) {
  const t = useTranslations("inbox");
  const change = useChangeConversation();
  const { data: members = [] } = useQuery(membersQuery(visitor.chat_uuid));
  const { assigned_to: assignee } = visitor;
  const people = members.map(({ id, full_name: name }) => ({ id, name }));
  // The assignee is listed before the members have loaded.
  if (assignee && !people.some(({ id }) => id === assignee.id))
    people.push({ id: assignee.id, name: assignee.full_name });
  return (
    <Field label={t("assignee")}>
      {(wiring) => (
        <Select
          {...wiring}
          value={assignee?.id ?? NOBODY}
          onChange={({ target: { value } }) =>
            void change(visitor.chat_uuid, { assigned_to: value === NOBODY ? null : Number(value) })
          }
        >
          <option value={NOBODY}>{t("nobody")}</option>
          <Options of={people} />
        </Select>
      )}
    </Field>
  );
}

const REASONS = { requested: "reasonRequested", unknown: "reasonUnknown", rule: "reasonRule" } as const;

function Facts({ visitor }: { visitor: Visitor }) {
  const t = useTranslations("inbox");
  const staff = useTranslations("publicStaff");
  const moments = useMoments();
  const { page, language, identity, rating } = visitor;
  const facts: [string, string | null][] = [
    [t("name"), identity && (identity.name ?? identity.id)],
    [t("email"), identity?.email ?? null],
    [t("answersTo"), visitor.email],
    [t("page"), page ?? staff("openedByLink")],
    [t("language"), language && getLanguageName(t.locale, language)],
    [t("browser"), visitor.browser],
    [t("startedAt"), moments.time(visitor.started_at)],
    [t("handedOver"), visitor.handover_reason && t(REASONS[visitor.handover_reason])],
    [
      t("rating"),
      rating && [t("ratingOf", { score: rating.score }), rating.comment].filter(Boolean).join(" · "),
    ],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere" dir="auto">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Earlier({ chat }: { chat: string }) {
  const t = useTranslations("inbox");
  const { data: earlier = [] } = useQuery(earlierQuery(chat));
  if (earlier.length === 0) return null;
  return (
    <section aria-label={t("earlier")}>
      <h2 className="font-medium">{t("earlier")}</h2>
      <ul className="-mx-2 flex flex-col">
        {earlier.map((visitor) => (
          <ConversationRow key={visitor.chat_id} visitor={visitor} href={`/inbox/${visitor.chat_uuid}`} />
        ))}
      </ul>
    </section>
  );
}
