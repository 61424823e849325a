"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { refreshServers } from "@/components/data/mcp";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import { PageSection } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/replies/mcp-client/operations";

type SignedInProps = {
  given: { state: string; code: string } | undefined;
};

export function SignedIn({ given }: SignedInProps) {
  const t = useTranslations("mcp");
  const getProblem = useProblem();
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const [problem, setProblem] = useState(given ? undefined : t("signInRefused"));
  const isBegun = useRef(false);
  useEffect(() => {
    if (!given || isBegun.current) return;
    isBegun.current = true;
    call(mcpApi.finishMcpSignIn, { body: given })
      .then(async (server) => {
        await refreshServers(client, server);
        say(
          server.error === null
            ? t("connectedTo", { server: server.name })
            : { text: t("signedInUnreachable", { server: server.name }), isFailure: true },
        );
        router.replace("/settings/tools");
      })
      .catch((error: Error) => setProblem(getProblem(error)));
  }, [given, client, router, say, t, getProblem]);
  return (
    <PageSection title={t("title")} lead={t("signingIn")}>
      {problem === undefined ? (
        <Loading label={t("completingSignIn")} className="h-24 rounded-xl" />
      ) : (
        <>
          <p role="alert" className="text-danger">
            {problem}
          </p>
          <p className="mt-3">
            <Link href="/settings/tools" className="underline underline-offset-2">
              {t("backToServers")}
            </Link>
          </p>
        </>
      )}
    </PageSection>
  );
}
