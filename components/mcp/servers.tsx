"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serversQuery } from "@/components/data/mcp";
import { SettingsSection, Unread } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { Loading } from "@/components/ui/states";
import { ServerForm } from "./server-form";
import { ServerRow } from "./server-row";

/** The MCP servers of the group: connected, chosen from, and given to assistants. */
export function Servers() {
  const { data: servers, error, refetch } = useQuery(serversQuery);
  const [isAdding, setAdding] = useState(false);
  /** The one that was just connected: its tools are what to look at next. */
  const [newest, setNewest] = useState<number>();
  return (
    <SettingsSection
      title="Tools"
      lead="Servers that speak the Model Context Protocol (MCP) over HTTP. Assistants that you give one to can use its tools."
    >
      {isAdding ? (
        <div className="rounded-xl border bg-surface p-4">
          <ServerForm
            onDone={(server) => {
              setAdding(false);
              setNewest(server?.id);
            }}
          />
        </div>
      ) : (
        <Button variant="primary" onClick={() => setAdding(true)}>
          Connect a server
        </Button>
      )}
      {error && <Unread error={error} retry={() => void refetch()} />}
      {!servers && !error && <Loading label="Loading the servers" className="mt-6 h-24 rounded-xl" />}
      {servers?.length === 0 && (
        <p className="mt-6 text-sm text-muted">
          There are none yet. A server can let assistants look up issues, query a database or write into
          another system. Before a tool changes something, the person who asked is asked for permission.
        </p>
      )}
      {servers && servers.length > 0 && (
        <ul className="mt-6 divide-y divide-line rounded-xl border bg-surface">
          {servers.map((server) => (
            <li key={server.id} className="px-4 py-3">
              <ServerRow server={server} isNew={server.id === newest} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
