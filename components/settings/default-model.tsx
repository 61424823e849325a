"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Unread } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import type { ProviderKind } from "@/lib/ai/models/contract";
import type { providersApi } from "@/lib/ai/providers/contract";
import type { AnswerOf } from "@/lib/api/contract";

type ModelList = AnswerOf<typeof providersApi.listModels>;
const eitherOf = new Intl.ListFormat("en-GB", { type: "disjunction" });
const box = "rounded-xl border bg-surface px-4 py-3";

/** One plain statement: which model answers where none is chosen. */
export function DefaultModel({
  models,
  kinds,
  mayManage,
}: {
  models: UseQueryResult<ModelList>;
  kinds: ProviderKind[];
  mayManage: boolean;
}) {
  if (models.isPending) return <Loading label="Loading the models" className="h-20 rounded-xl" />;
  if (models.isError) return <Unread error={models.error} retry={() => void models.refetch()} />;
  const { default: byDefault } = models.data;
  if (byDefault.builtin) return <NoLanguageModel kinds={kinds} mayManage={mayManage} />;
  return (
    <p className={box}>
      By default, <strong className="font-medium">{byDefault.label}</strong> answers.{" "}
      <span className="text-muted">An assistant can have another model of its own.</span>
    </p>
  );
}

function NoLanguageModel({ kinds, mayManage }: { kinds: ProviderKind[]; mayManage: boolean }) {
  const withKey = kinds.filter(({ key }) => key === "needed").map(({ label }) => label);
  return (
    <div className={box}>
      <p className="font-medium">No language model is connected.</p>
      <p className="mt-1 text-sm text-muted">
        Until one is, the built-in document finder answers: it quotes the passages of messages and documents
        that fit a question, and writes nothing of its own.
      </p>
      {mayManage && (
        <p className="mt-2 text-sm text-muted">
          Connect one below: paste a key of {eitherOf.format(withKey)}, or start a model on your own computer
          with Ollama, LM Studio, llama-server or vLLM. An Ollama on this computer is found by itself.
        </p>
      )}
    </div>
  );
}
