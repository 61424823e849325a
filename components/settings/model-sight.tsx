"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Model, refreshModels } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Switch } from "@/components/ui/field";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { groupModelsApi } from "@/lib/llm/group-models/operations";

export function ModelVisionSupport({ models, canManage }: { models: Model[]; canManage: boolean }) {
  const t = useTranslations("settingsModels");
  const listed = models.filter(({ builtin }) => !builtin);
  if (listed.length === 0) return null;
  const seeing = listed.filter(({ sees_pictures }) => sees_pictures).length;
  return (
    <details className="mt-3 rounded-xl border bg-surface px-4 py-3">
      <summary className="rounded-md">{t("seePictures", { seeing, count: listed.length })}</summary>
      <p className="mt-1 text-sm text-muted">{t(canManage ? "seePicturesHelpAdmin" : "seePicturesHelp")}</p>
      <ul aria-label={t("modelsAndPictures")} className="mt-2 divide-y">
        {listed.map((model) => (
          <Row key={model.id} model={model} canManage={canManage} />
        ))}
      </ul>
    </details>
  );
}

function Row({ model, canManage }: { model: Model; canManage: boolean }) {
  const t = useTranslations("settingsModels");
  const client = useQueryClient();
  const { busy, doing } = useBusy<"sight">();
  const { id, label, sees_pictures: sees, sees_pictures_guessed: isGuessed } = model;
  const set = (sees_pictures: boolean | null) =>
    doing("sight", async () => {
      await call(groupModelsApi.setModelSight, { body: { model: id, sees_pictures } });
      await refreshModels(client);
    });
  return (
    <li className="flex min-h-11 items-center gap-3 py-1 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {!isGuessed && canManage ? (
        <button
          type="button"
          aria-label={t("guessAgainFor", { model: label })}
          disabled={busy !== undefined}
          onClick={() => void set(null)}
          className="rounded-md px-2 py-1 text-muted underline underline-offset-2 hover:text-ink"
        >
          {t("guessAgain")}
        </button>
      ) : (
        <span className="text-muted">{t(isGuessed ? "guessed" : "setByAdmin")}</span>
      )}
      {canManage ? (
        <Switch
          aria-label={t("modelSeesPictures", { model: label })}
          checked={sees}
          disabled={busy !== undefined}
          onChange={(on) => void set(on)}
        />
      ) : (
        <span>{t(sees ? "seesPictures" : "seesNoPictures")}</span>
      )}
    </li>
  );
}
