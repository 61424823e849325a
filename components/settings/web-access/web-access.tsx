"use client";

import { useQuery } from "@tanstack/react-query";
import { webAccessQuery } from "@/components/data/web";
import { useTranslations } from "@/components/i18n/words";
import { QueryBoundary } from "@/components/ui/read";
import { Card, Section } from "@/components/ui/section";
import type { SearchEngineKind } from "@/lib/replies/web/contract";
import { AccessForm } from "./access-form";

export function WebAccess({ kinds }: { kinds: SearchEngineKind[] }) {
  const t = useTranslations("webAccess");
  const access = useQuery(webAccessQuery);
  return (
    <Section title={t("title")} help={t("help")} className="mt-10 max-w-2xl">
      <QueryBoundary query={access} loading={t("loading")} className="mt-3 h-56 rounded-xl">
        {(stored) => (
          <Card className="mt-3">
            <AccessForm kinds={kinds} stored={stored} />
          </Card>
        )}
      </QueryBoundary>
    </Section>
  );
}
