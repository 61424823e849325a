import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { conversationsQuery } from "@/components/data/inbox";
import { Translations } from "@/components/i18n/server";
import { Inbox } from "@/components/public-chat/inbox/inbox";
import { inboxApi } from "@/lib/channels/public-chats/contract";

// Default tab, which the server prefetches.
const first = { box: "unassigned" } as const;

export default async function InboxLayout({ children }: { children: React.ReactNode }) {
  const viewer = await requireViewer();
  const client = new QueryClient();
  const page = await services().inbox.list(viewer, inboxApi.listInbox.query!.parse(first));
  client.setQueryData(conversationsQuery(first).queryKey, { pages: [page], pageParams: [""] });
  return (
    <Translations
      of={[
        "chat",
        "chatOutgoing",
        "chatReplies",
        "chooser",
        "comparison",
        "composer",
        "inbox",
        "publicStaff",
      ]}
    >
      <HydrationBoundary state={dehydrate(client)}>
        <Inbox>{children}</Inbox>
      </HydrationBoundary>
    </Translations>
  );
}
