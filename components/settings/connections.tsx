"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { connectionsQuery } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/read";
import { Rows, Section } from "@/components/ui/section";
import { Badge, Loading } from "@/components/ui/states";
import type { ProviderKind } from "@/lib/llm/models/contract";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";
import { ConnectionForm, type ModelConnectionItem } from "./connection-form";

export function Connections({ kinds }: { kinds: ProviderKind[] }) {
  const t = useTranslations("settingsModels");
  const { data, error, refetch, isPending } = useQuery(connectionsQuery);
  const [opened, setOpened] = useState(useSearchParams().get("provider"));
  if (isPending) return <Loading label={t("loadingConnections")} className="mt-6 h-64 rounded-xl" />;
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  const find = (kind: ProviderKind, isFixed: boolean) =>
    data.find(({ provider, from_environment }) => provider === kind.provider && from_environment === isFixed);
  return (
    <Section title={t("connections")} help={t("connectionsHelp")}>
      <Rows className="mt-3">
        {kinds.map((kind) => (
          <li key={kind.provider} className="px-4 py-3">
            <Row
              kind={kind}
              stored={find(kind, false)}
              fixed={find(kind, true)}
              isOpen={opened === kind.provider}
              onToggle={() => setOpened(opened === kind.provider ? null : kind.provider)}
            />
          </li>
        ))}
      </Rows>
    </Section>
  );
}

type RowProps = {
  kind: ProviderKind;
  stored: ModelConnectionItem | undefined;
  fixed: ModelConnectionItem | undefined;
  isOpen: boolean;
  onToggle: () => void;
};

// Accessible names of a row's button, which include the provider.
const buttonNames = {
  close: "closeProvider",
  edit: "editProvider",
  connect: "connectProvider",
} as const satisfies Record<string, Key<"settingsModels">>;

function Row({ kind, stored, fixed, isOpen, onToggle }: RowProps) {
  const t = useTranslations("settingsModels");
  const panel = `connect-${kind.provider}`;
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Returns the focus after the form has closed.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) toggle.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const action = isOpen ? "close" : stored ? "edit" : "connect";
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {kind.label}
            {(stored ?? fixed) && <Badge tone="success">{t("connected")}</Badge>}
          </p>
          <p className="text-sm text-muted">{t(`about_${kind.provider}`)}</p>
          {stored && <p className="mt-1 text-sm wrap-anywhere">{getConnectionFacts(t, stored)}</p>}
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
          aria-label={t(buttonNames[action], { provider: kind.label })}
          onClick={onToggle}
        >
          {t(action)}
        </Button>
      </div>
      <div id={panel}>{isOpen && <ConnectionForm kind={kind} stored={stored} onDone={onToggle} />}</div>
    </>
  );
}

// Connection configured through the environment. Only the installation's owner sees its address.
function Provided({ by }: { by: ModelConnectionItem }) {
  const t = useTranslations("settingsModels");
  const isShown = by.base_url !== null || by.model !== null || by.has_key;
  if (!isShown) return <span className="text-muted">{t("provided")}</span>;
  return t.rich("fromEnvironment", {
    facts: getConnectionFacts(t, by),
    note: (text) => <span className="text-muted">{text}</span>,
  });
}

const getConnectionFacts = (
  t: Translate<"settingsModels">,
  { base_url, model, has_key }: ModelConnectionItem,
) =>
  [base_url, model, has_key ? t("keyStored") : undefined].filter(Boolean).join(" · ") || t("defaultAddress");
