import type { Appearance, Publication } from "./contract";
import type { PublicationRow, PublicationValues } from "./queries";

export const toPublication = (row: PublicationRow | undefined): Publication => ({
  title: row?.title ?? null,
  avatar: row?.avatar ?? null,
  greeting: row?.greeting ?? null,
  suggested_questions: row?.suggestedQuestions ?? null,
  footer: row?.footer ?? null,
  appearance: (row?.appearance ?? {}) as Appearance,
  hours: row?.hours ? { time_zone: row.hours.timeZone, days: row.hours.days } : null,
  offline_text: row?.offlineText ?? null,
  handover: {
    on_request: row?.handover.onRequest,
    when_unknown: row?.handover.whenUnknown,
    words: row?.handover.words,
  },
  messages_per_visitor: row?.messagesPerVisitor ?? null,
  challenge: row?.challenge ?? "flooded",
  is_listed: row?.isListed ?? false,
});

const orNone = (text: string | null | undefined) => (text === "" ? null : text);

export function toValues({
  title,
  avatar,
  greeting,
  suggested_questions: suggestedQuestions,
  footer,
  appearance,
  hours,
  offline_text: offlineText,
  handover,
  messages_per_visitor: messagesPerVisitor,
  challenge,
  is_listed: isListed,
}: Partial<Publication>): PublicationValues {
  const values = {
    title: orNone(title),
    avatar: orNone(avatar),
    greeting: orNone(greeting),
    suggestedQuestions,
    footer: orNone(footer),
    appearance: appearance as Record<string, string> | undefined,
    hours: hours && { timeZone: hours.time_zone, days: hours.days },
    offlineText: orNone(offlineText),
    handover: handover && {
      onRequest: handover.on_request,
      whenUnknown: handover.when_unknown,
      words: handover.words,
    },
    messagesPerVisitor,
    challenge,
    isListed,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
