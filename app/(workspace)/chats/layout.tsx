import { Words } from "@/components/words/server";

export default function ChatsLayout({ children }: { children: React.ReactNode }) {
  return (
    <Words of={["chat", "chatOutgoing", "chatReplies", "chooser", "comparison", "composer"]}>
      {children}
    </Words>
  );
}
