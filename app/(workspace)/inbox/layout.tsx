import { CHAT_WORDS } from "@/components/chat/shown-words";
import { Inbox } from "@/components/public-staff/inbox";
import { Words } from "@/components/words/server";

export default function InboxLayout({ children }: { children: React.ReactNode }) {
  return (
    <Words of={[...CHAT_WORDS, "inbox", "publicStaff"]}>
      <Inbox>{children}</Inbox>
    </Words>
  );
}
