"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { refreshServers } from "@/components/data/mcp";
import { Link } from "@/components/ui/link";
import { PageSection } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/conversation/mcp/contract";

type Props = {
  /** What the server gave; absent when it refused. */
  given: { state: string; code: string } | undefined;
};

/** Finishes the sign-in to a server, once, and goes back to the servers. */
export function SignedIn({ given }: Props) {
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const [problem, setProblem] = useState(given ? undefined : "The server did not let you in.");
  const isBegun = useRef(false);
  useEffect(() => {
    if (!given || isBegun.current) return;
    isBegun.current = true;
    call(mcpApi.finishMcpSignIn, { body: given })
      .then(async (server) => {
        await refreshServers(client, server);
        say(
          server.error === null
            ? `${server.name} is connected.`
            : `You are signed in to ${server.name}, but it could not be reached.`,
        );
        router.replace("/settings/tools");
      })
      .catch((error: Error) => setProblem(error.message));
  }, [given, client, router, say]);
  return (
    <PageSection title="Tools" lead="Signing in to a server.">
      {problem === undefined ? (
        <Loading label="Finishing the sign-in" className="h-24 rounded-xl" />
      ) : (
        <>
          <p role="alert" className="text-danger">
            {problem}
          </p>
          <p className="mt-3">
            <Link href="/settings/tools" className="underline underline-offset-2">
              Back to the servers
            </Link>
          </p>
        </>
      )}
    </PageSection>
  );
}
