"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getModelName } from "@/components/chat/chooser/choice";
import { useAbout } from "@/components/chat/chooser/models";
import { useFavorites } from "@/components/chat/chooser/use-favorites";
import { modelsQuery } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import { LoadError } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { MAX_COMPARED_MODELS } from "@/lib/chat/messages/operations";

// Longer lists get a search field.
const MAX_ROWS_WITHOUT_SEARCH = 7;

type CompareDialogProps = { chosen: string[]; onChoose: (models: string[]) => void; onClose: () => void };

export function CompareDialog({ chosen: before, onChoose, onClose }: CompareDialogProps) {
  const t = useTranslations("compare");
  const models = useQuery(modelsQuery);
  const { favorites = [] } = useFavorites();
  const getAbout = useAbout();
  const [chosen, setChosen] = useState(before);
  const [search, setSearch] = useState("");
  const all = models.data?.models ?? [];
  const isFavorite = ({ id }: { id: string }) => favorites.includes(id);
  const shown = [...all.filter(isFavorite), ...all.filter((model) => !isFavorite(model))].filter(
    ({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const isFull = chosen.length >= MAX_COMPARED_MODELS;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("compareModels")}
      footer={
        <>
          <p role="status" className="me-auto self-center text-sm text-muted">
            {t("chosen", { count: chosen.length, most: MAX_COMPARED_MODELS })}
          </p>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" disabled={chosen.length < 2} onClick={() => onChoose(chosen)}>
            {t("compare")}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">{t("help")}</p>
      {models.error && <LoadError error={models.error} retry={() => void models.refetch()} />}
      {models.isPending && <Loading label={t("loadingModels")} className="h-28 rounded-lg" />}
      {all.length > MAX_ROWS_WITHOUT_SEARCH && (
        <Input
          type="search"
          aria-label={t("searchModels")}
          placeholder={t("searchModels")}
          value={search}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
          className="mb-2"
        />
      )}
      <ul>
        {shown.map((model) => {
          const isChosen = chosen.includes(model.id);
          return (
            <li key={model.id}>
              <label className="flex items-start gap-3 rounded-lg px-2 py-2 hover:bg-hover pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() =>
                    setChosen(isChosen ? chosen.filter((id) => id !== model.id) : [...chosen, model.id])
                  }
                  className="mt-1 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className="block font-medium wrap-anywhere">{getModelName(model.id)}</span>
                  <span className="block text-xs text-muted">{getAbout(model)}</span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {models.data && shown.length === 0 && <p className="px-2 text-muted">{t("noMatches")}</p>}
    </Dialog>
  );
}
