import { Words } from "@/components/i18n/server";

export default function ChatsLayout({ children }: { children: React.ReactNode }) {
  return (
    <Words of={["chat", "chatOutgoing", "chatReplies", "chooser", "comparison", "composer"]}>
      {children}
    </Words>
  );
}
