import { CHAT_WORDS } from "@/components/chat/shown-words";
import { Words } from "@/components/words/server";

export default function ChatsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={CHAT_WORDS}>{children}</Words>;
}
