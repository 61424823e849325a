"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "@/lib/api/query";
import { providersApi } from "@/lib/providers/contract";
import { ConnectionForm } from "./connection-form";
import { type Connection, type ProviderKind, providerKinds } from "./provider-kinds";

/** Every kind of provider, connected or not; one at a time opens to be changed. */
export function Connections() {
  const { data, error, refetch, isPending } = useQuery(queryFor(providersApi.listConnections));
  const [opened, setOpened] = useState<string>();
  if (isPending) return <div className="mt-6 h-64 animate-pulse rounded-xl bg-sunken" aria-hidden />;
  if (error) {
    return (
      <p role="alert" className="mt-6 text-sm text-danger">
        {error.message}{" "}
        <button type="button" onClick={() => refetch()} className="underline underline-offset-2">
          Try again
        </button>
      </p>
    );
  }
  const ours = (kind: ProviderKind) =>
    data.find((it) => it.provider === kind.provider && !it.from_environment);
  const fixed = (kind: ProviderKind) =>
    data.find((it) => it.provider === kind.provider && it.from_environment);
  return (
    <div className="mt-8">
      <h2 className="font-medium">Connections</h2>
      <p className="mt-1 text-sm text-muted">Keys are stored encrypted and never shown again.</p>
      <ul className="mt-3 divide-y divide-line rounded-xl border border-line">
        {providerKinds.map((kind) => (
          <li key={kind.provider} className="px-4 py-3">
            <Row
              kind={kind}
              stored={ours(kind)}
              fixed={fixed(kind)}
              isOpen={opened === kind.provider}
              onToggle={() => setOpened(opened === kind.provider ? undefined : kind.provider)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type RowProps = {
  kind: ProviderKind;
  stored: Connection | undefined;
  fixed: Connection | undefined;
  isOpen: boolean;
  onToggle: () => void;
};

function Row({ kind, stored, fixed, isOpen, onToggle }: RowProps) {
  const panel = `connect-${kind.provider}`;
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="font-medium">{kind.label}</span>
            {(stored ?? fixed) && <span className="text-xs text-success">Connected</span>}
          </p>
          <p className="text-sm text-muted">{kind.about}</p>
          {stored && <p className="mt-1 text-sm break-words">{factsOf(stored)}</p>}
          {fixed && (
            <p className="mt-1 text-sm break-words">
              {factsOf(fixed)}
              <span className="text-muted"> · set by the server's environment, changed there</span>
            </p>
          )}
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          aria-label={`${stored ? "Change" : "Connect"} ${kind.label}`}
          onClick={onToggle}
          className="shrink-0 rounded-lg border border-line px-3 py-1.5 text-sm font-medium hover:bg-sunken"
        >
          {isOpen ? "Close" : stored ? "Change" : "Connect"}
        </button>
      </div>
      <div id={panel}>{isOpen && <ConnectionForm kind={kind} stored={stored} onDone={onToggle} />}</div>
    </>
  );
}

const factsOf = ({ base_url, model, has_key }: Connection) =>
  [base_url, model, has_key ? "key stored" : undefined].filter(Boolean).join(" · ") || "Usual address";
