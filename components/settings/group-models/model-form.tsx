import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type GroupModel, refreshModelSettings } from "@/components/data/models";
import { refreshPrices } from "@/components/data/usage";
import { useTranslations } from "@/components/i18n/words";
import { AudienceFields } from "@/components/people/audience-fields";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, SwitchField, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { groupModelsApi } from "@/lib/llm/group-models/operations";
import { MAX_PRICE } from "@/lib/llm/usage/settings";

type ModelDraft = {
  name: string;
  description: string;
  icon: string;
  context_length: string;
  input_price: string;
  output_price: string;
  sees_pictures: "guess" | "yes" | "no";
  hidden: boolean;
  calls_tools: boolean;
  reasons: boolean;
  usable_by: GroupModel["usable_by"];
  user_ids: number[];
};

export function ModelForm({ stored, onDone }: { stored: GroupModel; onDone: () => void }) {
  const t = useTranslations("groupModels");
  const client = useQueryClient();
  const toast = useToast();
  const [draft, setDraft] = useState<ModelDraft>({
    name: stored.name ?? "",
    description: stored.description ?? "",
    icon: stored.icon ?? "",
    context_length: stored.context_length?.toString() ?? "",
    input_price: stored.price?.input.toString() ?? "",
    output_price: stored.price?.output.toString() ?? "",
    sees_pictures: stored.sees_pictures === null ? "guess" : stored.sees_pictures ? "yes" : "no",
    hidden: stored.hidden,
    calls_tools: stored.calls_tools,
    reasons: stored.reasons,
    usable_by: stored.usable_by,
    user_ids: stored.user_ids,
  });
  const { faults, text, set, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: ({
      name,
      description,
      icon,
      context_length,
      input_price,
      output_price,
      sees_pictures,
      ...others
    }) =>
      call(groupModelsApi.setModelSettings, {
        body: {
          ...others,
          model: stored.model,
          name: name.trim() || null,
          description: description.trim() || null,
          icon: icon.trim() || null,
          context_length: context_length ? Number(context_length) : null,
          price: toPrice(input_price, output_price),
          sees_pictures: sees_pictures === "guess" ? null : sees_pictures === "yes",
        },
      }),
    onSaved: async () => {
      await refreshModelSettings(client);
      await refreshPrices(client);
      toast(t("saved"));
      onDone();
    },
  });
  return (
    <form {...wiring} noValidate={false} className="mt-4 space-y-4 border-t pt-4">
      {problem && <FormProblem message={problem} />}
      <div className="flex gap-3">
        <Field label={t("icon")} error={faults.icon} className="w-20 shrink-0">
          {(control) => <Input {...control} {...text("icon")} maxLength={32} autoComplete="off" />}
        </Field>
        <Field label={t("name")} error={faults.name} className="min-w-0 flex-1">
          {(control) => (
            <Input
              {...control}
              {...text("name")}
              maxLength={100}
              placeholder={stored.label}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <Field label={t("description")} help={t("descriptionHelp")} error={faults.description}>
        {(control) => <Textarea {...control} {...text("description")} rows={2} maxLength={300} />}
      </Field>
      <Field label={t("contextLength")} help={t("contextLengthHelp")} error={faults.context_length}>
        {(control) => (
          <Input
            {...control}
            {...text("context_length")}
            type="number"
            inputMode="numeric"
            min={256}
            max={100_000_000}
            placeholder={stored.known.context_length?.toString()}
          />
        )}
      </Field>
      <fieldset className="text-sm">
        <legend className="font-medium">{t("price")}</legend>
        <div className="mt-2 flex gap-3">
          <PriceField
            label={t("inputPrice")}
            listPrice={stored.known.price?.input}
            {...text("input_price")}
          />
          <PriceField
            label={t("outputPrice")}
            listPrice={stored.known.price?.output}
            {...text("output_price")}
          />
        </div>
        <p className="mt-1 text-sm text-muted">{t("priceHelp")}</p>
      </fieldset>
      <SwitchField
        label={t("offered")}
        help={t("offeredHelp")}
        value={!draft.hidden}
        onChange={(isOffered) => set({ hidden: !isOffered })}
      />
      <Field label={t("images")}>
        {(control) => (
          <Select {...control} {...text("sees_pictures")}>
            <option value="guess">
              {t(stored.sees_pictures_guess ? "imagesGuessedYes" : "imagesGuessedNo")}
            </option>
            <option value="yes">{t("imagesYes")}</option>
            <option value="no">{t("imagesNo")}</option>
          </Select>
        )}
      </Field>
      <SwitchField
        label={t("callsTools")}
        help={t("callsToolsHelp")}
        value={draft.calls_tools}
        onChange={(calls_tools) => set({ calls_tools })}
      />
      <SwitchField
        label={t("reasons")}
        help={t("reasonsHelp")}
        value={draft.reasons}
        onChange={(reasons) => set({ reasons })}
      />
      <AudienceFields
        legend={t("whoUses")}
        choices={[
          { value: "group", help: t("groupHelp") },
          { value: "admins", help: t("adminsHelp") },
          { value: "people", help: t("peopleHelp") },
        ]}
        audience={draft}
        onChange={set}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t("save")}
        </Button>
        <Button onClick={onDone}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

type PriceFieldProps = {
  label: string;
  listPrice: number | undefined;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
};

const PriceField = ({ label, listPrice, ...text }: PriceFieldProps) => (
  <Field label={label} className="min-w-0 flex-1">
    {(control) => (
      <Input
        {...control}
        {...text}
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_PRICE}
        step="any"
        placeholder={listPrice?.toString()}
        autoComplete="off"
      />
    )}
  </Field>
);

const toPrice = (input: string, output: string) =>
  input || output ? { input: Number(input), output: Number(output) } : null;
