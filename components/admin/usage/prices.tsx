"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { getModelName } from "@/components/chat/chooser/choice";
import { type GroupModel, groupModelsQuery } from "@/components/data/models";
import { pricesQuery, reportQuery, setPrices } from "@/components/data/usage";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { LoadError } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import type { ModelPrice } from "@/lib/admin/usage-reports/contract";
import { usageApi } from "@/lib/admin/usage-reports/operations";
import { call } from "@/lib/api/client";

type Price = z.output<typeof ModelPrice>;
type PriceEntry = { model: string; input: string; output: string };

export function Prices() {
  const t = useTranslations("usage");
  const prices = useQuery(pricesQuery);
  const used = useQuery(reportQuery("model", "last365Days"));
  const known = useQuery(groupModelsQuery).data?.models ?? [];
  const error = prices.error ?? used.error;
  return (
    <Section title={t("prices")} help={t("pricesHelp")}>
      {error && (
        <LoadError error={error} retry={() => void Promise.all([prices.refetch(), used.refetch()])} />
      )}
      {(!prices.data || !used.data) && !error && (
        <Loading label={t("loadingPrices")} className="mt-3 h-24 rounded-xl" />
      )}
      {prices.data && used.data && (
        <PriceForm prices={prices.data} models={used.data.rows.map(({ key }) => key)} known={known} />
      )}
    </Section>
  );
}

type PriceFormProps = { prices: Price[]; models: string[]; known: GroupModel[] };

function PriceForm({ prices, models, known }: PriceFormProps) {
  const t = useTranslations("usage");
  const problem = useProblem();
  const client = useQueryClient();
  const say = useToast();
  const all = [...new Set([...prices.map(({ model }) => model), ...models])].filter((m) => m !== "builtin");
  const [entries, setEntries] = useState<PriceEntry[]>(() =>
    all.sort().map((model) => {
      const price = prices.find((known) => known.model === model);
      return { model, input: String(price?.input ?? ""), output: String(price?.output ?? "") };
    }),
  );
  const saving = useMutation({
    mutationFn: () => {
      const given = entries.filter(({ input, output }) => input.trim() || output.trim());
      const number = (text: string) => Number(text.trim().replace(",", ".") || "0");
      const body = given.map(({ model, input, output }) => ({
        model,
        input: number(input),
        output: number(output),
      }));
      if (body.some(({ input, output }) => !(input >= 0 && output >= 0))) throw new Error(t("priceInvalid"));
      return call(usageApi.setPrices, { body: { prices: body } });
    },
    onSuccess: async (saved) => {
      await setPrices(client, saved);
      say(t("pricesSaved"));
    },
  });
  if (entries.length === 0) return <p className="mt-3 text-sm text-muted">{t("noPrices")}</p>;
  const change = (model: string, changes: Partial<PriceEntry>) =>
    setEntries((before) => before.map((entry) => (entry.model === model ? { ...entry, ...changes } : entry)));
  // Returns the list price of an entry that is still blank.
  const findListPrice = ({ model, input, output }: PriceEntry) =>
    input || output ? undefined : known.find((each) => each.model === model)?.known.price;
  const toName = (model: string) => known.find((each) => each.model === model)?.label ?? getModelName(model);
  const fill = () =>
    setEntries((before) =>
      before.map((entry) => {
        const price = findListPrice(entry);
        return price ? { ...entry, input: String(price.input), output: String(price.output) } : entry;
      }),
    );
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }
  return (
    <form onSubmit={onSubmit} className="mt-3 space-y-4 rounded-xl border bg-surface p-4">
      {saving.error && <FormProblem message={problem(saving.error)} />}
      <table className="w-full text-sm">
        <thead className="text-start text-muted">
          <tr>
            <th scope="col" className="pb-2 text-start font-normal">
              {t("model")}
            </th>
            <th scope="col" className="w-24 pb-2 ps-2 pe-3 text-end font-normal sm:w-28">
              {t("input")}
            </th>
            <th scope="col" className="w-24 pb-2 ps-2 pe-3 text-end font-normal sm:w-28">
              {t("output")}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ model, ...entry }) => (
            <tr key={model}>
              <th scope="row" className="py-1 text-start font-normal wrap-anywhere">
                {toName(model)}
              </th>
              {(["input", "output"] as const).map((side) => (
                <td key={side} className="py-1 ps-2">
                  <Input
                    aria-label={t(side === "input" ? "inputPrice" : "outputPrice", { model: toName(model) })}
                    className="text-end tabular-nums"
                    inputMode="decimal"
                    value={entry[side]}
                    onChange={(event) => change(model, { [side]: event.target.value })}
                    autoComplete="off"
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={saving.isPending}>
          {t("savePrices")}
        </Button>
        {entries.some(findListPrice) && <Button onClick={fill}>{t("fillListPrices")}</Button>}
      </div>
    </form>
  );
}
