"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshServers, type Server } from "@/components/data/mcp";
import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Switch } from "@/components/ui/field";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { listFormat } from "@/lib/platform/words/translate";
import { mcpApi } from "@/lib/replies/mcp-client/operations";
import { Attachments } from "./attachments";
import { ServerForm } from "./server-form";
import { Tools } from "./tools";

type OpenSection = "form" | "tools" | "assistants";

export function ServerRow({ server, isNew }: { server: Server; isNew: boolean }) {
  const t = useTranslations("mcp");
  const [opened, setOpened] = useState<OpenSection | undefined>(
    isNew && server.error === null ? "assistants" : undefined,
  );
  const { busy, refresh, signIn, setEnabled, remove } = useServerActions(server);
  const toggle = (part: OpenSection) => setOpened((before) => (before === part ? undefined : part));
  return (
    <>
      <div className="flex items-start gap-3">
        <Summary server={server} />
        <Switch
          checked={server.is_enabled}
          onChange={(isEnabled) => void setEnabled(isEnabled)}
          aria-label={t("serverSwitch", { server: server.name })}
          disabled={busy === "switch"}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {server.sign_in === "wanted" && (
          <Button size="small" variant="primary" busy={busy === "sign-in"} onClick={() => void signIn()}>
            {t("signIn")}
          </Button>
        )}
        <Button size="small" aria-expanded={opened === "assistants"} onClick={() => toggle("assistants")}>
          {t("assistants")}
        </Button>
        <Button size="small" aria-expanded={opened === "tools"} onClick={() => toggle("tools")}>
          {t("tools")}
        </Button>
        <Button size="small" busy={busy === "refresh"} onClick={() => void refresh()}>
          {t("refresh")}
        </Button>
        <Button size="small" aria-expanded={opened === "form"} onClick={() => toggle("form")}>
          {t("edit")}
        </Button>
        <ConfirmButton
          size="small"
          action={t("disconnect")}
          question={t("disconnectQuestion", { server: server.name })}
          onConfirm={remove}
        >
          {t("disconnectHelp")}
        </ConfirmButton>
      </div>
      {opened && (
        <div className="mt-4 border-t pt-4">
          {opened === "form" && <ServerForm server={server} onDone={() => setOpened(undefined)} />}
          {opened === "tools" && <Tools server={server} />}
          {opened === "assistants" && <Attachments server={server} />}
        </div>
      )}
    </>
  );
}

function useServerActions(server: Server) {
  const t = useTranslations("mcp");
  const client = useQueryClient();
  const say = useToast();
  const { busy, doing } = useBusy<"refresh" | "switch" | "sign-in">();
  const params = { id: server.id };
  const refresh = () =>
    doing("refresh", async () => {
      const now = await call(mcpApi.refreshMcpServer, { params });
      say(
        now.error === null
          ? t("refreshed", { server: now.name, tools: now.tools.length })
          : { text: t("unreachableNow", { server: now.name }), isFailure: true },
      );
      await refreshServers(client, now);
    });
  const signIn = () =>
    doing("sign-in", async () => {
      const { url } = await call(mcpApi.beginMcpSignIn, { params });
      window.location.assign(url);
    });
  const setEnabled = (isEnabled: boolean) =>
    doing("switch", async () =>
      refreshServers(client, await call(mcpApi.updateMcpServer, { params, body: { is_enabled: isEnabled } })),
    );
  async function remove() {
    await call(mcpApi.removeMcpServer, { params });
    await refreshServers(client);
  }
  return { busy, refresh, signIn, setEnabled, remove };
}

function Summary({ server }: { server: Server }) {
  const t = useTranslations("mcp");
  const enabled = server.tools.filter((tool) => tool.is_enabled).length;
  const users = server.virtual_assistants;
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {server.name}
        <State server={server} />
      </p>
      <p className="mt-0.5 text-sm text-muted wrap-anywhere">{server.url}</p>
      {server.sign_in === "wanted" ? (
        <p className="mt-1 text-sm">{t("signInHelp")}</p>
      ) : (
        server.error && (
          <p className="mt-1 text-sm text-danger">
            <Reason>{server.error}</Reason>
          </p>
        )
      )}
      <p className="mt-1 text-sm text-muted">
        {t("toolsEnabled", { enabled, all: server.tools.length })} ·{" "}
        {users.length === 0
          ? t("unused")
          : t("usedBy", { assistants: listFormat(t.locale).format(users.map(({ name }) => name)) })}
      </p>
    </div>
  );
}

function State({ server }: { server: Server }) {
  const t = useTranslations("mcp");
  if (!server.is_enabled) return <Badge>{t("off")}</Badge>;
  if (server.sign_in === "wanted") return <Badge tone="warning">{t("signInRequired")}</Badge>;
  if (server.error !== null) return <Badge tone="danger">{t("unreachable")}</Badge>;
  return <Badge tone="success">{t("connected")}</Badge>;
}
