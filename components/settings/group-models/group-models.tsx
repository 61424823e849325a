"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useState } from "react";
import { type GroupModel, groupModelsQuery, refreshModelSettings } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { QueryBoundary } from "@/components/ui/read";
import { SearchField } from "@/components/ui/search-field";
import { Rows, Section } from "@/components/ui/section";
import { Badge } from "@/components/ui/states";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { groupModelsApi } from "@/lib/llm/group-models/operations";
import { numberFormat } from "@/lib/platform/words/translate";
import { DefaultModelField } from "./default-model-field";
import { ModelForm } from "./model-form";

const MAX_SHOWN = 25;
const MAX_ORDERED = 1000;

export function GroupModels() {
  const t = useTranslations("groupModels");
  const models = useQuery(groupModelsQuery);
  return (
    <Section title={t("title")} help={t("help")}>
      <QueryBoundary query={models} loading={t("loading")} className="mt-3 h-40 rounded-xl">
        {(data) =>
          data.models.length === 0 ? (
            <p className="mt-3 text-sm text-muted">{t("none")}</p>
          ) : (
            <div className="mt-3 space-y-4">
              <DefaultModelField chosen={data.default} models={data.models} />
              <ModelList byDefault={data.default} models={data.models} />
            </div>
          )
        }
      </QueryBoundary>
    </Section>
  );
}

function ModelList({ byDefault, models }: { byDefault: string | null; models: GroupModel[] }) {
  const t = useTranslations("groupModels");
  const [search, setSearch] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const { busy, move } = useMove(models);
  const wanted = search.trim().toLowerCase();
  const found = models.filter(({ label, name }) => `${name ?? ""} ${label}`.toLowerCase().includes(wanted));
  const shown = isWhole || wanted ? found : found.slice(0, MAX_SHOWN);
  return (
    <>
      {models.length > MAX_SHOWN && <SearchField label={t("search")} value={search} onChange={setSearch} />}
      <Rows label={t("title")}>
        {shown.map((model) => {
          const place = models.indexOf(model);
          return (
            <li key={model.model} className="px-4 py-3">
              <ModelRow
                model={model}
                isDefault={model.model === byDefault}
                isOpen={opened === model.model}
                onToggle={(isOpen) => setOpened(isOpen ? model.model : null)}
                onUp={place > 0 ? () => move(place, -1) : undefined}
                onDown={place < models.length - 1 ? () => move(place, 1) : undefined}
                isBusy={busy !== undefined}
              />
            </li>
          );
        })}
        {shown.length === 0 && <li className="px-4 py-3 text-sm text-muted">{t("noMatches")}</li>}
      </Rows>
      {shown.length < found.length && (
        <Button size="small" onClick={() => setIsWhole(true)}>
          {t("showAll", { count: found.length })}
        </Button>
      )}
    </>
  );
}

function useMove(models: GroupModel[]) {
  const client = useQueryClient();
  const { busy, doing } = useBusy<"move">();
  const move = (place: number, by: -1 | 1) =>
    void doing("move", async () => {
      const ids = models.map(({ model }) => model);
      const [moved] = ids.splice(place, 1);
      ids.splice(place + by, 0, moved!);
      await call(groupModelsApi.setModelOrder, { body: { models: ids.slice(0, MAX_ORDERED) } });
      await refreshModelSettings(client);
    });
  return { busy, move };
}

type ModelRowProps = {
  model: GroupModel;
  isDefault: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onUp?: () => void;
  onDown?: () => void;
  isBusy: boolean;
};

function ModelRow({ model, isDefault, isOpen, onToggle, onUp, onDown, isBusy }: ModelRowProps) {
  const t = useTranslations("groupModels");
  const name = model.name ?? model.label;
  const panel = `model-${model.model}`;
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {model.icon && <span aria-hidden>{model.icon}</span>}
            {name}
            {isDefault && <Badge tone="success">{t("default")}</Badge>}
            {model.hidden && <Badge>{t("hidden")}</Badge>}
            {model.usable_by === "people" && <Badge>{t("someOnly")}</Badge>}
            {model.usable_by === "admins" && <Badge>{t("adminsOnly")}</Badge>}
          </p>
          {model.name && <p className="text-sm text-muted wrap-anywhere">{model.label}</p>}
          {model.description && <p className="text-sm wrap-anywhere">{model.description}</p>}
          <ModelFacts model={model} />
        </div>
        <div className="flex items-center gap-1">
          <IconButton label={t("up", { model: name })} disabled={!onUp || isBusy} onClick={onUp}>
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton label={t("down", { model: name })} disabled={!onDown || isBusy} onClick={onDown}>
            <ArrowDown aria-hidden />
          </IconButton>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-label={t(isOpen ? "closeModel" : "editModel", { model: name })}
            onClick={() => onToggle(!isOpen)}
          >
            {t(isOpen ? "close" : "edit")}
          </Button>
        </div>
      </div>
      <div id={panel}>{isOpen && <ModelForm stored={model} onDone={() => onToggle(false)} />}</div>
    </>
  );
}

function ModelFacts({ model }: { model: GroupModel }) {
  const { context_length, price, known, calls_tools, reasons } = model;
  const t = useTranslations("groupModels");
  const length = context_length ?? known.context_length;
  const shownPrice = price ?? known.price;
  const money = numberFormat(t.locale, { maximumSignificantDigits: 3 });
  const facts = [
    length && t("contextTokens", { tokens: numberFormat(t.locale, { notation: "compact" }).format(length) }),
    shownPrice &&
      t(price ? "ownPrice" : "knownPrice", {
        input: money.format(shownPrice.input),
        output: money.format(shownPrice.output),
      }),
    !calls_tools && t("noTools"),
    !reasons && t("noReasoning"),
  ].filter(Boolean);
  return facts.length > 0 && <p className="mt-1 text-sm text-muted">{facts.join(" · ")}</p>;
}
