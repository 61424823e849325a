import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { ApiTokens } from "@/components/settings/api-tokens";
import { queryFor } from "@/lib/api/query";
import { authApi } from "@/lib/identity/auth/contract";
import { listApiTokens } from "@/lib/identity/auth/service";

export const metadata: Metadata = { title: "API tokens" };

export default async function ApiTokensPage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(queryFor(authApi.listApiTokens).queryKey, await listApiTokens(viewer));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ApiTokens />
    </HydrationBoundary>
  );
}
