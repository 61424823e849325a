import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { Sessions } from "@/components/settings/sessions";
import { queryFor } from "@/lib/api/query";
import { usersApi } from "@/lib/identity/users/contract";
import { listSessions } from "@/lib/ops/account/service";

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
