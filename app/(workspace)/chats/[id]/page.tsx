import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import type { Rendered } from "@/components/chat/message/message";
import { ChatView } from "@/components/chat/page/chat-view";
import { linkCitations } from "@/components/chat/reply/citations";
import { namesQuery } from "@/components/data/chat-members";
import { chatQuery } from "@/components/data/chats";
import { type Message, PAGE, runsQuery, threadQuery, toThread } from "@/components/data/thread";
import { getTranslations } from "@/components/i18n/server";
import { MentionLink, type RenderMention } from "@/components/markdown/mention";
import { PAGE_WORK_BUDGET, renderOnServer } from "@/components/markdown/server-markdown";
import type { Viewer } from "@/lib/api/actor";
import { reference } from "@/lib/api/fields";
import { Work } from "@/lib/platform/markdown/work.mjs";

/** Seconds for which a visited chat is shown from the router cache; live events bring it up to date. */
export const unstable_dynamicStaleTime = 300;

type ChatPageProps = { params: Promise<{ id: string }> };

const loadChat = cache(async (id: string) => {
  const viewer = await requireViewer();
  const chat = reference.safeParse(id);
  if (!chat.success) notFound();
  return showNotFound(services().getChat(viewer, chat.data));
});

export async function generateMetadata({ params }: ChatPageProps): Promise<Metadata> {
  const { name, temp } = await loadChat((await params).id);
  // Browsers store titles in their history.
  return { title: temp ? (await getTranslations("chat"))("temporaryChat") : name };
}

export default async function ChatPage({ params }: ChatPageProps) {
  const { id } = await params;
  const [viewer, chat] = await Promise.all([requireViewer(), loadChat(id)]);
  if (id !== chat.uuid) redirect(`/chats/${chat.uuid}`);
  const [messages, runs, members] = await Promise.all([
    services().listMessages(viewer, chat.id, { size: PAGE }),
    services().listOpenRuns(viewer, chat.id),
    chat.members_count > 1 ? services().listChatMembers(viewer, chat.id) : undefined,
  ]);
  const client = new QueryClient();
  client.setQueryData(chatQuery(chat.uuid).queryKey, chat);
  client.setQueryData(threadQuery(chat.uuid).queryKey, toThread(messages));
  client.setQueryData(runsQuery(chat.uuid).queryKey, runs);
  client.setQueryData(namesQuery(chat.uuid).queryKey, members);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChatView key={chat.uuid} uuid={chat.uuid} rendered={await renderMessages(viewer, messages)} />
    </HydrationBoundary>
  );
}

// Renders messages on the server, newest first, until the page's budget is used up. The browser renders the rest.
async function renderMessages(viewer: Viewer, messages: Message[]): Promise<Record<number, Rendered>> {
  const [t, { names, ownName }] = await Promise.all([
    getTranslations("markdown"),
    services().listMentionedNames(
      viewer,
      messages.map(({ message }) => message),
    ),
  ]);
  const mention: RenderMention = ({ name, text }) =>
    names.has(name) ? <MentionLink {...{ name, text }} isOwn={name === ownName} /> : text;
  const rendered: Record<number, Rendered> = {};
  const work = new Work(PAGE_WORK_BUDGET);
  for (const { id, message, extra } of messages.toReversed()) {
    const text = linkCitations(message, id, extra);
    const node = renderOnServer(t, text, work, mention);
    if (node === undefined) break;
    rendered[id] = { text, node };
  }
  return rendered;
}
