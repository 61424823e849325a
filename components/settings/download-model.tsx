"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { refreshConnections } from "@/components/data/models";
import { streamEvents } from "@/components/data/stream-events";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { buildPath } from "@/lib/api/client";
import { providersApi } from "@/lib/llm/providers/operations";
import { numberFormat } from "@/lib/platform/words/translate";

type DownloadEvent = { percent: number; message: string };

export function DownloadModel({ connection }: { connection: string }) {
  const t = useTranslations("settingsModels");
  const getProblem = useProblem();
  const client = useQueryClient();
  const toast = useToast();
  const progressId = useId();
  const [model, setModel] = useState("");
  const [percent, setPercent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function download() {
    const name = model.trim();
    if (name === "" || percent !== null) return;
    const mine = new AbortController();
    running.current = mine;
    setPercent(0);
    setFailure(undefined);
    try {
      const path = buildPath(providersApi.downloadModel, { params: { connection } });
      for await (const { event, data } of streamEvents<DownloadEvent>(path, { model: name }, mine.signal)) {
        if (event === "progress") setPercent(data.percent);
        if (event === "error") throw new Error(data.message);
        if (event === "done") {
          await refreshConnections(client);
          toast(t("downloaded", { model: name }));
          setModel("");
        }
      }
    } catch (error) {
      if (!mine.signal.aborted) setFailure(getProblem(error));
    } finally {
      setPercent(null);
    }
  }

  return (
    <div className="mt-4 space-y-3 border-t pt-4">
      <Field label={t("downloadModel")} help={t("downloadModelHelp")} error={failure}>
        {(wiring) => (
          <div className="flex gap-2">
            <Input
              {...wiring}
              value={model}
              placeholder="llama3.2:3b"
              disabled={percent !== null}
              autoComplete="off"
              spellCheck={false}
              className="min-w-0 flex-1"
              onChange={({ target }) => setModel(target.value)}
              onKeyDown={(event) => event.key === "Enter" && void download()}
            />
            {percent === null ? (
              <Button disabled={model.trim() === ""} onClick={() => void download()}>
                {t("download")}
              </Button>
            ) : (
              <Button onClick={() => running.current?.abort()}>{t("cancel")}</Button>
            )}
          </div>
        )}
      </Field>
      {percent !== null && (
        <div>
          <p id={progressId} className="text-sm text-muted">
            {t("downloading", {
              percent: numberFormat(t.locale, { style: "percent" }).format(percent / 100),
            })}
          </p>
          <progress aria-labelledby={progressId} max={100} value={percent} className="mt-1 h-2 w-full" />
        </div>
      )}
    </div>
  );
}
