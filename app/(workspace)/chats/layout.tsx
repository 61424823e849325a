import { Words } from "@/components/words/server";

/** What an open chat says, once for all of them. The server renders also what a page loads later for a message that has it. */
const SHOWN = ["chat", "chatOutgoing", "chatReplies", "chooser", "comparison", "composer"] as const;

export default function ChatsLayout({ children }: { children: React.ReactNode }) {
  return <Words of={SHOWN}>{children}</Words>;
}
