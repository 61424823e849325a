import GitBranch from "lucide-react/icons/git-branch";
import type { Chat } from "@/components/data/chats";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Mark } from "./marks";

const linkClass = "font-medium text-accent underline-offset-2 hover:underline";
type From = NonNullable<Chat["branched_from"]>;

/** Below what a branch began with: the chat and the message that it comes from. */
export const BranchedFrom = ({ from: { chat, message_id: id } }: { from: From }) => (
  <Mark>
    {chat ? (
      <>
        Branched from{" "}
        <Link
          href={id === null ? `/chats/${chat.uuid}` : `/chats/${chat.uuid}?message=${id}#m-${id}`}
          className={linkClass}
        >
          {chat.name}
        </Link>
      </>
    ) : (
      "Branched from another chat"
    )}
  </Mark>
);

/** Below a message: the chats that were branched from it. `isEnd`: it stands at the right. */
export const Branches = ({ branches, isEnd }: { branches: Chat["branches"]; isEnd: boolean }) => (
  <ul aria-label="Branches" className="flex flex-col gap-1 pt-1 text-xs text-muted">
    {branches.map(({ chat }, at) => (
      <li
        key={chat?.uuid ?? at}
        className={cx("flex items-center gap-1.5 wrap-anywhere", isEnd ? "justify-end" : "sm:ml-10")}
      >
        <GitBranch className="size-3.5 shrink-0" aria-hidden />
        {chat ? (
          <Link href={`/chats/${chat.uuid}`} className={linkClass}>
            {chat.name}
          </Link>
        ) : (
          "Branched to a chat that you can't see"
        )}
      </li>
    ))}
  </ul>
);
