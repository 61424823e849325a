"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serversQuery } from "@/components/data/mcp";
import { Button } from "@/components/ui/button";
import { ReadList } from "@/components/ui/read";
import { Card, PageSection } from "@/components/ui/section";
import { ServerForm } from "./server-form";
import { ServerRow } from "./server-row";

/** The MCP servers of the group: connected, chosen from, and given to assistants. */
export function Servers() {
  const servers = useQuery(serversQuery);
  const [isAdding, setAdding] = useState(false);
  /** The one that was just connected: its tools are what to look at next. */
  const [newest, setNewest] = useState<number>();
  return (
    <PageSection
      title="Tools"
      lead="Servers that speak the Model Context Protocol (MCP) over HTTP. Assistants that you give one to can use its tools."
    >
      {isAdding ? (
        <Card>
          <ServerForm
            onDone={(server) => {
              setAdding(false);
              setNewest(server?.id);
            }}
          />
        </Card>
      ) : (
        <Button variant="primary" onClick={() => setAdding(true)}>
          Connect a server
        </Button>
      )}
      <ReadList
        query={servers}
        loading="Loading the servers"
        className="mt-6"
        empty="There are none yet. A server can let assistants look up issues, query a database or write into another system. Before a tool changes something, the person who asked is asked for permission."
      >
        {(server) => <ServerRow server={server} isNew={server.id === newest} />}
      </ReadList>
    </PageSection>
  );
}
