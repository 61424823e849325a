import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Sessions } from "@/components/settings/sessions";
import { queryFor } from "@/lib/api/query";
import { requireViewer } from "@/lib/auth/page";
import { usersApi } from "@/lib/users/contract";
import { listSessions } from "@/lib/users/sessions";

export const metadata: Metadata = { title: "Sessions" };

export default async function SessionsPage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(queryFor(usersApi.listSessions).queryKey, await listSessions(viewer));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Sessions />
    </HydrationBoundary>
  );
}
