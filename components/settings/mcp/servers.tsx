"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serversQuery } from "@/components/data/mcp";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { QueryList } from "@/components/ui/read";
import { Card, PageSection } from "@/components/ui/section";
import { Catalogue } from "./catalogue";
import { ServerForm } from "./server-form";
import { ServerRow } from "./server-row";

export function Servers() {
  const t = useTranslations("mcp");
  const servers = useQuery(serversQuery);
  const [isAdding, setAdding] = useState(false);
  const [newest, setNewest] = useState<number>();
  return (
    <PageSection title={t("title")} lead={t("lead")}>
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
          {t("connectServer")}
        </Button>
      )}
      <QueryList query={servers} loading={t("loadingServers")} className="mt-6" empty={t("empty")}>
        {(server) => <ServerRow server={server} isNew={server.id === newest} />}
      </QueryList>
      <Catalogue onConnected={({ id }) => setNewest(id)} />
    </PageSection>
  );
}
