"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { connectionsQuery, type ModelProblem, modelsQuery } from "@/components/data/models";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/read";
import { Rows, Section } from "@/components/ui/section";
import { Badge, Loading } from "@/components/ui/states";
import type { ProviderKind } from "@/lib/llm/models/contract";
import { CONNECTION_PRESETS, type ConnectionPreset } from "@/lib/llm/models/settings";
import type { Translate } from "@/lib/platform/words/translate";
import type { ConnectionTarget, ModelConnectionItem } from "./connection-draft";
import { ConnectionForm } from "./connection-form";
import { createConnectionId } from "./connection-id";
import { ConnectionPresets } from "./connection-presets";
import { DownloadModel } from "./download-model";

// `id` is that of an existing connection or of a new one.
type Opened = { id: string; preset?: ConnectionPreset };

export function Connections({ kinds }: { kinds: ProviderKind[] }) {
  const t = useTranslations("settingsModels");
  const getName = useConnectionName();
  const { data, error, refetch, isPending } = useQuery(connectionsQuery);
  const problems = useQuery(modelsQuery).data?.problems ?? [];
  const wanted = useSearchParams().get("connection");
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isWantedShown, setWantedShown] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  if (isPending) return <Loading label={t("loadingConnections")} className="h-64 rounded-xl" />;
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  const stored = data.filter(({ from_environment }) => !from_environment);
  if (wanted && !isWantedShown) {
    setWantedShown(true);
    // A connection of the environment can be replaced by one of the group with its id.
    const isStored = stored.some(({ id }) => id === wanted);
    const preset = isStored ? undefined : CONNECTION_PRESETS.find(({ id }) => id === wanted);
    if (isStored || preset) setOpened({ id: wanted, preset });
  }
  const target = opened?.preset && toTarget(opened, opened.preset, kinds);

  function add(preset: ConnectionPreset) {
    const taken = stored.map(({ id }) => id);
    setOpened({ id: createConnectionId(preset.id, taken), preset });
  }
  function close(next?: string) {
    setOpened(null);
    focusAfterDialog(() => {
      const target = next && section.current?.querySelector<HTMLElement>(next);
      return target || section.current?.querySelector<HTMLElement>("[data-preset]");
    });
  }
  const toPreset = (id: string) => `[data-preset="${id}"]`;

  return (
    <div ref={section}>
      <Section title={t("connections")} help={t("connectionsHelp")} className="mt-0">
        {(data.length > 0 || target) && (
          <Rows label={t("connections")} className="mt-3">
            {data.map((connection) => (
              <li key={`${connection.id} ${connection.from_environment}`} className="px-4 py-3">
                <Row
                  connection={connection}
                  kind={kinds.find(({ provider }) => provider === connection.provider)!}
                  problem={problems.find((problem) => problem.connection === connection.id)}
                  isOpen={opened?.id === connection.id && !opened.preset}
                  onToggle={(isOpen) => setOpened(isOpen ? { id: connection.id } : null)}
                  onRemoved={() => close(toPreset(connection.id))}
                />
              </li>
            ))}
            {target && (
              <li key={target.id} className="px-4 py-3">
                <div className="flex items-start gap-3">
                  <p className="min-w-0 flex-1 font-medium">{getName(target)}</p>
                  <Button
                    size="small"
                    aria-expanded
                    aria-label={t("closeProvider", { provider: getName(target) })}
                    onClick={() => close(opened?.preset && toPreset(opened.preset.id))}
                  >
                    {t("close")}
                  </Button>
                </div>
                <ConnectionForm
                  key={target.id}
                  target={target}
                  stored={undefined}
                  onSaved={() => close(`[aria-controls="${toPanelId(target.id)}"]`)}
                />
              </li>
            )}
          </Rows>
        )}
        <h3 className="mt-5 text-sm font-medium">{t("addConnection")}</h3>
        <ConnectionPresets onChoose={add} />
      </Section>
    </div>
  );
}

// The form and its row are gone, and with them the focus. Nothing can be focused behind an open dialog.
function focusAfterDialog(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.querySelector("dialog[open]")) focusAfterDialog(find);
    else find()?.focus();
  });
}

const toPanelId = (connection: string) => `connection-${connection}`;

function toTarget({ id }: Opened, preset: ConnectionPreset, kinds: ProviderKind[]): ConnectionTarget {
  // Further connections are numbered in their ids.
  const number = id.slice(preset.id.length).replace("-", " ");
  return {
    id,
    preset,
    kind: kinds.find(({ provider }) => provider === preset.provider)!,
    // The usual connection to a provider is called by the provider's name.
    name: id === preset.provider ? null : `${preset.name}${number}`,
  };
}

// Returns a function that names a connection: as its admin did, or by its provider.
function useConnectionName() {
  const getName = useProviderNames();
  return ({ name, kind }: { name: string | null; kind: ProviderKind }) =>
    name ?? getName(kind.provider)?.label ?? kind.label;
}

type RowProps = {
  connection: ModelConnectionItem;
  kind: ProviderKind;
  problem: ModelProblem | undefined;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onRemoved: () => void;
};

function Row({ connection, kind, problem, isOpen, onToggle, onRemoved }: RowProps) {
  const t = useTranslations("settingsModels");
  const name = useConnectionName()({ name: connection.name, kind });
  const panel = toPanelId(connection.id);
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Returns the focus after the form has closed.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) toggle.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            <ConnectionState connection={connection} problem={problem} />
          </p>
          {connection.name && <p className="text-sm text-muted">{kind.label}</p>}
          <p className="mt-1 text-sm wrap-anywhere">
            {connection.from_environment ? <Provided by={connection} /> : getConnectionFacts(t, connection)}
          </p>
        </div>
        {!connection.from_environment && (
          <Button
            ref={toggle}
            size="small"
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-label={t(isOpen ? "closeProvider" : "editProvider", { provider: name })}
            onClick={() => onToggle(!isOpen)}
          >
            {t(isOpen ? "close" : "edit")}
          </Button>
        )}
      </div>
      <div id={panel}>
        {isOpen && !connection.from_environment && (
          <ConnectionForm
            target={{ id: connection.id, kind, name: connection.name }}
            stored={connection}
            onSaved={() => onToggle(false)}
            onRemoved={onRemoved}
          />
        )}
        {isOpen && connection.provider === "ollama" && <DownloadModel connection={connection.id} />}
      </div>
    </>
  );
}

function ConnectionState({ connection, problem }: Pick<RowProps, "connection" | "problem">) {
  const t = useTranslations("settingsModels");
  if (!connection.enabled) return <Badge>{t("off")}</Badge>;
  if (problem) return <Badge tone="danger">{t("notWorking")}</Badge>;
  return <Badge tone="success">{t("connected")}</Badge>;
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
  { base_url, model, models, has_key }: ModelConnectionItem,
) =>
  [base_url, model, models && t("modelCount", { count: models.length }), has_key ? t("keyStored") : undefined]
    .filter(Boolean)
    .join(" · ") || t("defaultAddress");
