"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type McpTool, refreshServers, type Server } from "@/components/data/mcp";
import { useTranslations } from "@/components/i18n/words";
import { Switch } from "@/components/ui/field";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/replies/mcp-client/operations";

export function Tools({ server }: { server: Server }) {
  const t = useTranslations("mcp");
  const client = useQueryClient();
  const say = useToast();
  const [busy, setBusy] = useState<string>();
  async function set(tool: McpTool, isEnabled: boolean) {
    if (busy !== undefined) return;
    setBusy(tool.name);
    const others = server.tools.filter((other) => other.is_enabled && other.name !== tool.name);
    const enabled_tools = [...others.map(({ name }) => name), ...(isEnabled ? [tool.name] : [])];
    try {
      await refreshServers(
        client,
        await call(mcpApi.updateMcpServer, { params: { id: server.id }, body: { enabled_tools } }),
      );
    } catch (error) {
      say(error as Error);
    } finally {
      setBusy(undefined);
    }
  }
  if (server.tools.length === 0) return <p className="text-sm text-muted">{t("noTools")}</p>;
  return (
    <ul aria-label={t("toolsLabel", { server: server.name })} className="space-y-4">
      {server.tools.map((tool) => (
        <li key={tool.name} className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span className="font-medium wrap-anywhere">{tool.title ?? tool.name}</span>
              {tool.is_read_only ? (
                <Badge>{t("readOnly")}</Badge>
              ) : (
                <Badge tone="warning">{t("asksFirst")}</Badge>
              )}
            </p>
            <p className="mt-0.5 line-clamp-3 text-sm text-muted wrap-anywhere">{tool.description}</p>
          </div>
          <Switch
            checked={tool.is_enabled}
            onChange={(isEnabled) => void set(tool, isEnabled)}
            aria-label={t("toolSwitch", { tool: tool.title ?? tool.name })}
            disabled={busy === tool.name}
          />
        </li>
      ))}
    </ul>
  );
}
