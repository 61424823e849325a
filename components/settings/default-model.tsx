"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import type { providersApi } from "@/lib/providers/contract";

type ModelList = AnswerOf<typeof providersApi.listModels>;

/** One plain statement: which model answers where none is chosen. */
export function DefaultModel({
  models,
  mayManage,
}: {
  models: UseQueryResult<ModelList>;
  mayManage: boolean;
}) {
  if (models.isPending) return <div className="h-20 animate-pulse rounded-xl bg-sunken" aria-hidden />;
  if (models.isError) {
    return (
      <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger">
        {models.error.message}{" "}
        <button type="button" onClick={() => models.refetch()} className="underline underline-offset-2">
          Try again
        </button>
      </p>
    );
  }
  const { default: byDefault } = models.data;
  if (byDefault.builtin) return <NoLanguageModel mayManage={mayManage} />;
  return (
    <p className="rounded-xl border border-line px-4 py-3">
      By default, <strong className="font-medium">{byDefault.label}</strong> answers.{" "}
      <span className="text-muted">An assistant can have another model of its own.</span>
    </p>
  );
}

function NoLanguageModel({ mayManage }: { mayManage: boolean }) {
  return (
    <div className="rounded-xl border border-line bg-sunken px-4 py-3">
      <p className="font-medium">No language model is connected.</p>
      <p className="mt-1 text-sm text-muted">
        Until one is, the built-in document finder answers: it quotes the passages of messages and documents
        that fit a question, and writes nothing of its own.
      </p>
      {mayManage && (
        <p className="mt-2 text-sm text-muted">
          Connect one below: paste a key of OpenAI, Anthropic or Google, or start a model on your own computer
          with Ollama, LM Studio, llama-server or vLLM. An Ollama on this computer is found by itself.
        </p>
      )}
    </div>
  );
}
