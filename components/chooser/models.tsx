"use client";

import { useQuery } from "@tanstack/react-query";
import Star from "lucide-react/icons/star";
import { useState } from "react";
import { type Model, modelsQuery } from "@/components/data/models";
import { usePeople } from "@/components/data/people";
import { pricesQuery } from "@/components/data/usage";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Unread } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { PROVIDERS, type Provider } from "@/lib/ai/models/contract";
import { modelName } from "./choice";
import { Row, Rows } from "./row";
import { useFavorites } from "./use-favorites";

type Props = {
  chosen: string | null;
  /** What the assistant names; null: nothing. */
  byAssistant: string | null;
  search: string;
  disabled: boolean;
  onChoose: (model: string | null) => void;
};

/** The models of the group: the default, one's favorites, then the others. */
export function Models(props: Props) {
  const models = useQuery(modelsQuery);
  const { favorites, toggle } = useFavorites();
  if (models.error)
    return (
      <div className="px-4 pb-3">
        <Unread error={models.error} retry={() => void models.refetch()} />
      </div>
    );
  if (!models.data || !favorites)
    return <Loading label="Loading the models" className="m-3 h-28 rounded-lg" />;
  const { data } = models;
  return <ModelRows {...props} byDefault={data.default} models={data.models} {...{ favorites, toggle }} />;
}

type Known = { byDefault: Model; models: Model[]; favorites: string[]; toggle: (model: string) => void };

function ModelRows({ byDefault, models, favorites, toggle, ...props }: Props & Known) {
  const { chosen, byAssistant, search, disabled, onChoose } = props;
  const aboutOf = useAbout();
  // A row that is starred stays below the pointer: it is moved when the list opens again.
  const [first] = useState(favorites);
  const isGone = chosen !== null && !models.some(({ id }) => id === chosen);
  const ordered = [
    ...models.filter(({ id }) => first.includes(id)),
    ...models.filter(({ id }) => !first.includes(id)),
  ].filter(({ label }) => label.toLowerCase().includes(search));
  const defaultName = `Default (${modelName(byAssistant ?? byDefault.id)})`;
  const hasDefault = defaultName.toLowerCase().includes(search);
  return (
    <Rows title="Model">
      {hasDefault && (
        <Row
          name={defaultName}
          about={byAssistant ? "The assistant's own" : "Where nothing else is chosen"}
          isChosen={chosen === null}
          disabled={disabled}
          onChoose={() => onChoose(null)}
        />
      )}
      {isGone && (
        <Row
          name={modelName(chosen)}
          about="Not available now"
          isChosen
          disabled={disabled}
          onChoose={() => onChoose(chosen)}
        />
      )}
      {ordered.map((model) => {
        const isFavorite = favorites.includes(model.id);
        const name = modelName(model.id);
        return (
          <Row
            key={model.id}
            name={name}
            about={aboutOf(model)}
            isChosen={chosen === model.id}
            disabled={disabled}
            onChoose={() => onChoose(model.id)}
            more={
              <IconButton
                label={`Favorite: ${name}`}
                aria-pressed={isFavorite}
                onClick={() => toggle(model.id)}
                className="mr-1"
              >
                <Star aria-hidden className={cx("size-4!", isFavorite && "fill-current text-accent")} />
              </IconButton>
            }
          />
        );
      })}
      {ordered.length === 0 && !hasDefault && <li className="px-3 py-2 text-muted">No matches</li>}
    </Rows>
  );
}

/** What is known of a model, beside its name. The group's prices are for its owners and admins. */
export function useAbout(): (model: Model) => string {
  const { me } = usePeople();
  const { data: prices } = useQuery({ ...pricesQuery, enabled: me.managesModels });
  return ({ id, provider, builtin, context_length: length }) => {
    if (builtin) return "No language model";
    const price = prices?.find(({ model }) => model === id);
    const number = (value: number) => value.toLocaleString(undefined, { maximumSignificantDigits: 3 });
    return [
      PROVIDERS[provider as Provider]?.name ?? provider,
      length && `${length.toLocaleString(undefined, { notation: "compact" })} context`,
      price && `${number(price.input)} in, ${number(price.output)} out per million tokens`,
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
