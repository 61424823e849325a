"use client";

import { useQuery } from "@tanstack/react-query";
import Star from "lucide-react/icons/star";
import { Suspense, useState } from "react";
import { type Model, modelsQuery } from "@/components/data/models";
import { usePeople } from "@/components/data/people";
import { pricesQuery } from "@/components/data/usage";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { ModelProblems } from "@/components/shell/model-problems";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { LoadError } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { numberFormat } from "@/lib/platform/words/translate";
import { getModelName } from "./choice";
import { Row, Rows } from "./row";
import { useFavorites } from "./use-favorites";

type ModelsProps = {
  chosen: string | null;
  byAssistant: string | null;
  offersDefault?: boolean;
  search: string;
  disabled?: boolean;
  onChoose: (model: string | null) => void;
};

export function Models(props: ModelsProps) {
  const t = useTranslations("chooserList");
  const models = useQuery(modelsQuery);
  const { favorites, toggle } = useFavorites();
  if (models.error)
    return (
      <div className="px-4 pb-3">
        <LoadError error={models.error} retry={() => void models.refetch()} />
      </div>
    );
  if (!models.data || !favorites)
    return <Loading label={t("loadingModels")} className="m-3 h-28 rounded-lg" />;
  const { data } = models;
  return (
    <>
      <ModelRows {...props} byDefault={data.default} models={data.models} {...{ favorites, toggle }} />
      {data.problems.length > 0 && (
        <Suspense>
          <div className="px-4 py-3">
            <ModelProblems problems={data.problems} />
          </div>
        </Suspense>
      )}
    </>
  );
}

type ModelFavorites = {
  byDefault: Model | null;
  models: Model[];
  favorites: string[];
  toggle: (model: string) => void;
};

function ModelRows({ byDefault, models, favorites, toggle, ...props }: ModelsProps & ModelFavorites) {
  const { chosen, byAssistant, offersDefault = true, search, disabled, onChoose } = props;
  const t = useTranslations("chooserList");
  const getAbout = useAbout();
  // Sorted once per opening, so that a row stays under the pointer when it is starred.
  const [first] = useState(favorites);
  const isGone = chosen !== null && !models.some(({ id }) => id === chosen);
  const ordered = [
    ...models.filter(({ id }) => first.includes(id)),
    ...models.filter(({ id }) => !first.includes(id)),
  ].filter(({ label, name }) => `${name ?? ""} ${label}`.toLowerCase().includes(search));
  const usual = byAssistant ?? byDefault?.id;
  const defaultName = usual ? t("default", { model: getModelName(usual) }) : t("defaultUnknown");
  const hasDefault = offersDefault && defaultName.toLowerCase().includes(search);
  return (
    <Rows title={t("model")}>
      {hasDefault && (
        <Row
          name={defaultName}
          about={t(byAssistant ? "byAssistant" : usual ? "byGroup" : "notAvailable")}
          isChosen={chosen === null}
          disabled={disabled}
          onChoose={() => onChoose(null)}
        />
      )}
      {isGone && (
        <Row
          name={getModelName(chosen)}
          about={t("notAvailable")}
          isChosen
          disabled={disabled}
          onChoose={() => onChoose(chosen)}
        />
      )}
      {ordered.map((model) => {
        const isFavorite = favorites.includes(model.id);
        const name = [model.icon, model.name ?? getModelName(model.id)].filter(Boolean).join(" ");
        return (
          <Row
            key={model.id}
            name={name}
            about={getAbout(model)}
            isChosen={chosen === model.id}
            disabled={disabled}
            onChoose={() => onChoose(model.id)}
            more={
              <IconButton
                label={t("favorite", { model: name })}
                aria-pressed={isFavorite}
                onClick={() => toggle(model.id)}
                className="me-1"
              >
                <Star aria-hidden className={cx("size-4!", isFavorite && "fill-current text-accent")} />
              </IconButton>
            }
          />
        );
      })}
      {ordered.length === 0 && !hasDefault && <li className="px-3 py-2 text-muted">{t("noMatches")}</li>}
    </Rows>
  );
}

export function useAbout(): (model: Model) => string {
  const t = useTranslations("chooserList");
  const getProvider = useProviderNames();
  const { me } = usePeople();
  const { data: prices } = useQuery({ ...pricesQuery, enabled: me.managesModels });
  return ({ id, label, description, provider, connection, builtin, context_length: length }) => {
    if (builtin) return t("noLanguageModel");
    if (description) return description;
    const price = prices?.find(({ model }) => model === id);
    const number = numberFormat(t.locale, { maximumSignificantDigits: 3 });
    return [
      // A named connection is part of the label.
      connection === provider ? (getProvider(provider)?.name ?? provider) : /\((.+)\)$/.exec(label)?.[1],
      length &&
        t("contextLength", { tokens: numberFormat(t.locale, { notation: "compact" }).format(length) }),
      price && t("price", { input: number.format(price.input), output: number.format(price.output) }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
