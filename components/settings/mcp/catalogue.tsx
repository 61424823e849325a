"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { catalogueQuery, refreshServers, type Server, serversQuery } from "@/components/data/mcp";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { QueryBoundary } from "@/components/ui/read";
import { Rows, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/replies/mcp-client/operations";

type CatalogueServer = { name: string; url: string; transport: Server["transport"]; about: string };

export function Catalogue({ onConnected }: { onConnected: (server: Server) => void }) {
  const t = useTranslations("mcp");
  const catalogue = useQuery(catalogueQuery);
  const { data: servers = [] } = useQuery(serversQuery);
  const isConnected = (url: string) => servers.some((server) => server.url === url);
  return (
    <Section title={t("catalogue")} help={t("catalogueHelp")}>
      <QueryBoundary query={catalogue} loading={t("loadingCatalogue")} className="mt-3 h-40 rounded-xl">
        {({ servers: known, commands }) => (
          <Rows className="mt-3" label={t("catalogue")}>
            {[
              ...commands.map(
                (name): CatalogueServer => ({
                  name,
                  url: name,
                  transport: "command",
                  about: t("aboutCommand"),
                }),
              ),
              ...known.map(
                ({ id, name, url }): CatalogueServer => ({
                  name,
                  url,
                  transport: "http",
                  about: t(`about_${id}`),
                }),
              ),
            ].map((one) => (
              <KnownServer
                key={one.url}
                known={one}
                isConnected={isConnected(one.url)}
                onConnected={onConnected}
              />
            ))}
          </Rows>
        )}
      </QueryBoundary>
    </Section>
  );
}

function KnownServer({
  known: { about, ...known },
  isConnected,
  onConnected,
}: {
  known: CatalogueServer;
  isConnected: boolean;
  onConnected: (server: Server) => void;
}) {
  const t = useTranslations("mcp");
  const client = useQueryClient();
  const say = useToast();
  const [isBusy, setBusy] = useState(false);
  async function connect() {
    setBusy(true);
    try {
      const server = await call(mcpApi.createMcpServer, { body: known });
      await refreshServers(client, server);
      if (server.sign_in === "wanted") {
        const { url } = await call(mcpApi.beginMcpSignIn, { params: { id: server.id } });
        window.location.assign(url);
        return;
      }
      const isFailure = server.error !== null;
      say({ text: t(isFailure ? "savedUnreachable" : "connectedTo", { server: server.name }), isFailure });
      onConnected(server);
    } catch (error) {
      say(error as Error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{known.name}</p>
        <p className="text-sm text-muted">{about}</p>
        {known.transport !== "command" && <p className="text-sm text-muted wrap-anywhere">{known.url}</p>}
      </div>
      {isConnected ? (
        <p className="text-sm text-muted">{t("connected")}</p>
      ) : (
        <Button
          size="small"
          busy={isBusy}
          onClick={() => void connect()}
          aria-label={t("connectNamed", { server: known.name })}
        >
          {t("connect")}
        </Button>
      )}
    </li>
  );
}
