import { Translations } from "@/components/i18n/server";

export default function ChatsLayout({ children }: { children: React.ReactNode }) {
  return (
    <Translations of={["chat", "chatOutgoing", "chatReplies", "chooser", "comparison", "composer"]}>
      {children}
    </Translations>
  );
}
