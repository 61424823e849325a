import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ApiTokens } from "@/components/settings/api-tokens";
import { queryFor } from "@/lib/api/query";
import { authApi } from "@/lib/auth/contract";
import { requireViewer } from "@/lib/auth/page";
import { listApiTokens } from "@/lib/auth/service";

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
