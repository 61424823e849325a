"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { pricesQuery, reportQuery, setPrices } from "@/components/data/usage";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { Unread } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { type ModelPrice, usageApi } from "@/lib/ops/usage/contract";

type Price = z.output<typeof ModelPrice>;
type Entry = { model: string; input: string; output: string };

/** What the models cost that the group uses. */
export function Prices() {
  const prices = useQuery(pricesQuery);
  const used = useQuery(reportQuery("model", "Last 365 days"));
  const error = prices.error ?? used.error;
  return (
    <Section
      title="Prices"
      help="Per million tokens, in the currency that you think in. Empty: no price. All that was used is counted at the prices of now."
    >
      {error && <Unread error={error} retry={() => void Promise.all([prices.refetch(), used.refetch()])} />}
      {(!prices.data || !used.data) && !error && (
        <Loading label="Reading the prices" className="mt-3 h-24 rounded-xl" />
      )}
      {prices.data && used.data && (
        <PriceForm prices={prices.data} models={used.data.rows.map(({ key }) => key)} />
      )}
    </Section>
  );
}

function PriceForm({ prices, models }: { prices: Price[]; models: string[] }) {
  const client = useQueryClient();
  const say = useToast();
  const all = [...new Set([...prices.map(({ model }) => model), ...models])].filter((m) => m !== "builtin");
  const [entries, setEntries] = useState<Entry[]>(() =>
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
      if (body.some(({ input, output }) => !(input >= 0 && output >= 0)))
        throw new Error("A price must be a number that is not negative.");
      return call(usageApi.setPrices, { body: { prices: body } });
    },
    onSuccess: async (saved) => {
      await setPrices(client, saved);
      say("The prices were saved.");
    },
  });
  if (entries.length === 0)
    return <p className="mt-3 text-sm text-muted">The models stand here when one has replied.</p>;
  const change = (model: string, changes: Partial<Entry>) =>
    setEntries((before) => before.map((entry) => (entry.model === model ? { ...entry, ...changes } : entry)));
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }
  return (
    <form onSubmit={onSubmit} className="mt-3 space-y-4 rounded-xl border bg-surface p-4">
      {saving.error && <FormProblem message={saving.error.message} />}
      <table className="w-full text-sm">
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="pb-2 font-normal">
              Model
            </th>
            <th scope="col" className="w-24 pb-2 pl-2 font-normal sm:w-28">
              Read
            </th>
            <th scope="col" className="w-24 pb-2 pl-2 font-normal sm:w-28">
              Written
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ model, ...entry }) => (
            <tr key={model}>
              <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
                {model}
              </th>
              {(["input", "output"] as const).map((side) => (
                <td key={side} className="py-1 pl-2">
                  <Input
                    aria-label={`Price of ${model}, ${side === "input" ? "read" : "written"}`}
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
      <Button type="submit" busy={saving.isPending}>
        Save the prices
      </Button>
    </form>
  );
}
