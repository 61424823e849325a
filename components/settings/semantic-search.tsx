"use client";

import { useQuery } from "@tanstack/react-query";
import { semanticSearchQuery } from "@/components/data/models";
import { Unread } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";

/** Which model finds texts by their meaning, and what is the matter with it. */
export function SemanticSearch() {
  const state = useQuery(semanticSearchQuery);
  if (state.isPending)
    return <Loading label="Loading the semantic search" className="mt-3 h-16 rounded-xl" />;
  if (state.isError) return <Unread error={state.error} retry={() => void state.refetch()} />;
  const { label, builtin, problem, switching } = state.data;
  return (
    <div className="mt-3 rounded-xl border bg-surface px-4 py-3">
      <p>
        Semantic search: <strong className="font-medium">{label}</strong>.
      </p>
      {builtin && (
        <p className="mt-1 text-sm text-muted">
          It understands English. In other languages texts are found by their words. Whoever runs Parley can
          set another model with EMBEDDING_MODEL.
        </p>
      )}
      {switching && (
        <p className="mt-1 text-sm text-muted" role="status">
          Everything is being indexed anew for it: {switching.progress} %. Until that is done, searches use{" "}
          {switching.from === "builtin" ? "the built-in model" : switching.from}.
        </p>
      )}
      {problem && (
        <p className="mt-1 text-sm text-danger" role="status">
          {problem} New texts are found by their words only until it works again.
        </p>
      )}
    </div>
  );
}
