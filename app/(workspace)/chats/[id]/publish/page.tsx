import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { notFound, redirect } from "next/navigation";
import { showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { chatQuery } from "@/components/data/chats";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { PublishPage } from "@/components/public-chat/publish/publish-page";
import { reference } from "@/lib/api/fields";

export const generateMetadata = createTitleMetadata("publish", "heading");

export default async function ChatPublishPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [viewer, named] = [await requireViewer(), reference.safeParse(id)];
  if (!named.success) notFound();
  const chat = await showNotFound(services().getChat(viewer, named.data));
  // Visitors' conversations have no publication settings; those of their public chat apply.
  const uuid = chat.is_visitor ? chat.parent_chat_uuid : chat.uuid;
  if (id !== uuid) redirect(`/chats/${uuid}/publish`);
  if (chat.my_role === "member") notFound();
  const client = new QueryClient();
  client.setQueryData(chatQuery(chat.uuid).queryKey, chat);
  return (
    <Translations of={["publish", "share", "shareKnowledge", "spending"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <PublishPage
          key={chat.uuid}
          uuid={chat.uuid}
          saved={await services().publication.get(viewer, chat.id)}
        />
      </HydrationBoundary>
    </Translations>
  );
}
