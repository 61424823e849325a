import { redirect } from "next/navigation";
import { showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { reference } from "@/lib/api/fields";
import ChatPage, { generateMetadata } from "../../chats/[id]/page";

export { generateMetadata };

type ConversationPageProps = { params: Promise<{ id: string }> };

export default async function ConversationPage(props: ConversationPageProps) {
  const { id } = await props.params;
  const viewer = await requireViewer();
  const chat = await showNotFound(services().getChat(viewer, reference.catch(0).parse(id)));
  if (!chat.is_visitor) redirect(`/chats/${chat.uuid}`);
  return <ChatPage {...props} />;
}
