import { redirect } from "next/navigation";
import { showNotFound } from "@/app/found";
import { requireViewer } from "@/app/viewer";
import { reference } from "@/lib/api/fields";
import { get } from "@/lib/chat/chats/service";
import ChatPage, { generateMetadata } from "../../chats/[id]/page";

export { generateMetadata };

type ConversationPageProps = { params: Promise<{ id: string }> };

export default async function ConversationPage(props: ConversationPageProps) {
  const { id } = await props.params;
  const viewer = await requireViewer();
  const chat = await showNotFound(get(viewer, reference.catch(0).parse(id)));
  if (!chat.is_visitor) redirect(`/chats/${chat.uuid}`);
  return <ChatPage {...props} />;
}
