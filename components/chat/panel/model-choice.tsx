"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { modelsQuery } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Choice } from "./setting-fields";

type ModelChoiceProps = Omit<ComponentProps<typeof Choice>, "options" | "toValue">;

export function ModelChoice(props: ModelChoiceProps) {
  const t = useTranslations("chatSettings");
  const { data } = useQuery(modelsQuery);
  return (
    <Choice
      {...props}
      options={{
        "": t("fromAssistant"),
        ...(props.value !== "" && { [props.value]: props.value }),
        ...Object.fromEntries(data?.models.map(({ id, label }) => [id, label]) ?? []),
      }}
      toValue={(model) => model || null}
    />
  );
}
