import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type GroupModel, refreshModelSettings } from "@/components/data/models";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Field, Options, Select } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { groupModelsApi } from "@/lib/llm/group-models/operations";

type DefaultModelFieldProps = { chosen: string | null; models: GroupModel[] };

export function DefaultModelField({ chosen, models }: DefaultModelFieldProps) {
  const t = useTranslations("groupModels");
  const getProblem = useProblem();
  const client = useQueryClient();
  const toast = useToast();
  const choose = useMutation({
    mutationFn: (model: string | null) => call(groupModelsApi.setDefaultModel, { body: { model } }),
    onSuccess: async () => {
      await refreshModelSettings(client);
      toast(t("saved"));
    },
  });
  const isGone = chosen !== null && !models.some(({ model }) => model === chosen);
  const value = choose.isPending ? choose.variables : chosen;
  return (
    <Field
      label={t("defaultModel")}
      help={isGone ? t("defaultGone") : t("defaultHelp")}
      error={choose.error ? getProblem(choose.error) : undefined}
    >
      {(wiring) => (
        <Select
          {...wiring}
          value={value ?? ""}
          disabled={choose.isPending}
          onChange={({ target }) => choose.mutate(target.value || null)}
        >
          <option value="">{t("automatic")}</option>
          {isGone && <option value={chosen}>{chosen}</option>}
          <Options of={models.map(({ model, name, label }) => ({ id: model, name: name ?? label }))} />
        </Select>
      )}
    </Field>
  );
}
