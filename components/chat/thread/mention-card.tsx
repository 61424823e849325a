"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import MessageSquare from "lucide-react/icons/message-square";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { membersQuery } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { someMembersQuery } from "@/components/data/groups";
import { type MentionedAssistant, type MentionedPerson, mentionedQuery } from "@/components/data/mentions";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { MENTION_HASH, MentionLink, type MentionProps } from "@/components/markdown/mention";
import { Button, getButtonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { QueryBoundary } from "@/components/ui/read";
import { Avatar, Badge } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { chatMembersApi } from "@/lib/chat/members/operations";

/** A mention in a text that the browser renders: a chip if someone has the name. */
export function Mention({ name, text }: MentionProps) {
  const { me } = usePeople();
  const { data: mentioned } = useQuery(mentionedQuery(name));
  if (!mentioned) return text;
  return <MentionLink {...{ name, text }} isOwn={mentioned.kind === "person" && mentioned.id === me.id} />;
}

type MentionCardProps = { anchor: HTMLAnchorElement; chat: Chat; onClose: () => void };

export function MentionCard({ anchor, chat, onClose }: MentionCardProps) {
  const t = useTranslations("mentionCard");
  const name = anchor.hash.slice(MENTION_HASH.length);
  const query = useQuery(mentionedQuery(name));
  return (
    <Popover
      label={t("about", { name: query.data ? getFullName(query.data) : `@${name}` })}
      {...{ anchor, onClose }}
    >
      <div className="overflow-y-auto p-4">
        <QueryBoundary query={query} loading={t("loading")} className="h-14">
          {(mentioned) =>
            mentioned === null ? (
              <p>{t("gone", { name })}</p>
            ) : mentioned.kind === "person" ? (
              <Person person={mentioned} chat={chat} onClose={onClose} />
            ) : (
              <Assistant assistant={mentioned} />
            )
          }
        </QueryBoundary>
      </div>
    </Popover>
  );
}

const getFullName = (mentioned: MentionedPerson | MentionedAssistant): string =>
  mentioned.kind === "person" ? mentioned.full_name : mentioned.name;

function Person({ person, chat, onClose }: { person: MentionedPerson } & Omit<MentionCardProps, "anchor">) {
  const t = useTranslations("mentionCard");
  const ofPanel = useTranslations("chatPanel");
  const problem = useProblem();
  const router = useRouter();
  const { me } = usePeople();
  const { data: members } = useQuery(membersQuery(chat.uuid));
  const member = members?.find(({ id }) => id === person.id);
  const isOutside = members !== undefined && !member;
  const { data: found } = useQuery({
    ...someMembersQuery(me.groupId, { search: person.full_name, page_size: 100 }),
    enabled: isOutside,
  });
  const email = member?.email ?? found?.find(({ id }) => id === person.id)?.email;
  const opening = useMutation({
    mutationFn: () => call(chatMembersApi.openDirectChat, { body: { user_ids: [person.id] } }),
    onSuccess: ({ uuid }) => {
      onClose();
      router.push(`/chats/${uuid}`);
    },
  });
  return (
    <>
      <Facts
        {...{ name: person.full_name, url: person.avatar_url, mentionName: person.mention_name }}
        badge={
          person.id === me.id
            ? t("you")
            : member
              ? ofPanel(member.role)
              : isOutside
                ? t("outside")
                : undefined
        }
      />
      {email && (
        <a
          href={`mailto:${email}`}
          className="mt-3 block w-fit max-w-full text-accent underline wrap-anywhere"
        >
          {email}
        </a>
      )}
      {person.id !== me.id && (
        <Button
          variant="primary"
          className="mt-4 w-full"
          busy={opening.isPending}
          onClick={() => opening.mutate()}
        >
          <MessageSquare className="size-4" aria-hidden /> {t("write")}
        </Button>
      )}
      {opening.error && (
        <p role="alert" className="mt-2 text-danger">
          {problem(opening.error)}
        </p>
      )}
    </>
  );
}

function Assistant({
  assistant: { id, name, avatar, avatar_url, mention_name },
}: {
  assistant: MentionedAssistant;
}) {
  const t = useTranslations("mentionCard");
  const { assistants } = usePeople();
  const description = assistants.find((one) => one.id === id)?.description;
  return (
    <>
      <Facts
        {...{ name, emoji: avatar, url: avatar_url, mentionName: mention_name! }}
        badge={t("assistant")}
      />
      {description && <p className="mt-3 text-muted wrap-anywhere">{description}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Link href={`/?assistant=${id}`} className={`${getButtonClass({ variant: "primary" })} grow`}>
          <MessageSquarePlus className="size-4 shrink-0" aria-hidden />
          <span className="truncate">{t("chatWith", { name })}</span>
        </Link>
        <Link href={`/assistants/${id}`} className={getButtonClass()}>
          {t("open")}
        </Link>
      </div>
    </>
  );
}

type FactsProps = {
  name: string;
  emoji?: string | null;
  url: string | null;
  mentionName: string;
  badge: ReactNode;
};

const Facts = ({ name, emoji, url, mentionName, badge }: FactsProps) => (
  <div className="flex items-center gap-3">
    <Avatar name={name} emoji={emoji} url={url} className="size-12 text-base" />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
        {badge && <Badge>{badge}</Badge>}
      </p>
      <p className="text-muted wrap-anywhere">@{mentionName}</p>
    </div>
  </div>
);
