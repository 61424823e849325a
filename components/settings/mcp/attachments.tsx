"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { miniAssistantsQuery } from "@/components/data/assistants";
import { refreshServers, type Server } from "@/components/data/mcp";
import { useTranslations } from "@/components/i18n/words";
import { Switch } from "@/components/ui/field";
import { LoadError } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/replies/mcp-client/operations";

export function Attachments({ server }: { server: Server }) {
  const t = useTranslations("mcp");
  const client = useQueryClient();
  const say = useToast();
  const query = miniAssistantsQuery;
  const { data: assistants, error, refetch } = useQuery(query);
  const [busy, setBusy] = useState<number>();
  async function set(id: number, isUsed: boolean) {
    if (busy !== undefined) return;
    setBusy(id);
    const operation = isUsed ? mcpApi.attachMcpServer : mcpApi.detachMcpServer;
    try {
      await call(operation, { params: { id, server_id: server.id } });
      await refreshServers(client);
    } catch (failure) {
      say(failure as Error);
    } finally {
      setBusy(undefined);
    }
  }
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!assistants) return <Loading label={t("loadingAssistants")} className="h-12 rounded-xl" />;
  return (
    <ul aria-label={t("assistantsLabel", { server: server.name })} className="space-y-3">
      {assistants.map(({ id, name, avatar }) => (
        <li key={id} className="flex items-center gap-3 text-sm">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {avatar} {name}
          </span>
          <Switch
            checked={server.virtual_assistants.some((user) => user.id === id)}
            onChange={(isUsed) => void set(id, isUsed)}
            aria-label={t("assistantUses", { assistant: name, server: server.name })}
            disabled={busy === id}
          />
        </li>
      ))}
    </ul>
  );
}
