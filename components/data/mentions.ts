import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import type { mentionsApi } from "@/lib/chat/mentions/contract";
import { mentionsQuery } from "./suggestions";

type Mentionable = AnswerOf<typeof mentionsApi.listMentions>;

export type MentionedPerson = { kind: "person" } & Mentionable["users"][number];
export type MentionedAssistant = { kind: "assistant" } & Mentionable["virtual_assistants"][number];
type Mentioned = MentionedPerson | MentionedAssistant;

const listMentioned = ({ virtual_assistants, users }: Mentionable): Mentioned[] => [
  ...virtual_assistants.map((assistant) => ({ kind: "assistant" as const, ...assistant })),
  ...users.map((person) => ({ kind: "person" as const, ...person })),
];

/** Query of the person or assistant with a mention name; null if no one has it. */
export const mentionedQuery = (name: string) =>
  queryOptions({
    ...mentionsQuery,
    select: (answer) => listMentioned(answer).find(({ mention_name }) => mention_name === name) ?? null,
  });
