"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { connectionsQuery } from "@/components/data/models";
import { Button } from "@/components/ui/button";
import { Unread } from "@/components/ui/read";
import { Rows, Section } from "@/components/ui/section";
import { Badge, Loading } from "@/components/ui/states";
import type { ProviderKind } from "@/lib/ai/models/contract";
import { type Connection, ConnectionForm } from "./connection-form";

/** Every kind of provider, connected or not; one at a time opens to be changed. */
export function Connections({ kinds }: { kinds: ProviderKind[] }) {
  const { data, error, refetch, isPending } = useQuery(connectionsQuery);
  const [opened, setOpened] = useState<string>();
  if (isPending) return <Loading label="Loading the connections" className="mt-6 h-64 rounded-xl" />;
  if (error) return <Unread error={error} retry={() => void refetch()} />;
  const find = (kind: ProviderKind, isFixed: boolean) =>
    data.find(({ provider, from_environment }) => provider === kind.provider && from_environment === isFixed);
  return (
    <Section title="Connections" help="Keys are stored encrypted and never shown again.">
      <Rows className="mt-3">
        {kinds.map((kind) => (
          <li key={kind.provider} className="px-4 py-3">
            <Row
              kind={kind}
              stored={find(kind, false)}
              fixed={find(kind, true)}
              isOpen={opened === kind.provider}
              onToggle={() => setOpened(opened === kind.provider ? undefined : kind.provider)}
            />
          </li>
        ))}
      </Rows>
    </Section>
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
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form took the focus with it when it closed itself.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) toggle.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const action = isOpen ? "Close" : stored ? "Change" : "Connect";
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {kind.label}
            {(stored ?? fixed) && <Badge tone="success">Connected</Badge>}
          </p>
          <p className="text-sm text-muted">{kind.about}</p>
          {stored && <p className="mt-1 text-sm wrap-anywhere">{factsOf(stored)}</p>}
          {fixed && (
            <p className="mt-1 text-sm wrap-anywhere">
              <Provided by={fixed} />
            </p>
          )}
        </div>
        <Button
          ref={toggle}
          size="small"
          aria-expanded={isOpen}
          aria-controls={panel}
          aria-label={`${action} ${kind.label}`}
          onClick={onToggle}
        >
          {action}
        </Button>
      </div>
      <div id={panel}>{isOpen && <ConnectionForm kind={kind} stored={stored} onDone={onToggle} />}</div>
    </>
  );
}

/** A connection of the server's environment; only the owner of the installation sees how it is reached. */
function Provided({ by }: { by: Connection }) {
  const isShown = by.base_url !== null || by.model !== null || by.has_key;
  if (!isShown) return <span className="text-muted">This installation provides it.</span>;
  return (
    <>
      {factsOf(by)} <span className="text-muted">(set in the server's environment)</span>
    </>
  );
}

const factsOf = ({ base_url, model, has_key }: Connection) =>
  [base_url, model, has_key ? "key stored" : undefined].filter(Boolean).join(" · ") || "At its usual address";
