import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as audit from "@/lib/identity/audit/service";
import { embeddingModels } from "@/lib/llm/indexing/service";
import { config } from "@/lib/platform/config";
import { conflict, invalid } from "@/lib/platform/errors";
import { requireOwner } from "./require-owner";

export async function read(viewer: Viewer) {
  requireOwner(viewer);
  return embeddingModels.listChoices();
}

/**
 * Chooses an embedding model; null chooses automatically.
 * @throws AppError forbidden, conflict; InvalidInput for an unknown model
 */
export async function choose(viewer: Viewer, chosen: string | null, { address }: { address: string }) {
  requireOwner(viewer);
  if (config().EMBEDDING_MODEL)
    throw conflict("EMBEDDING_MODEL is set and takes precedence. Remove it to choose a model here.");
  if (chosen !== null && !embeddingModels.isChoice(chosen))
    throw invalid(["body", "chosen"], "There is no such model on this machine.");
  await transaction(async () => {
    const before = await embeddingModels.choose(chosen);
    const details = { before, after: chosen };
    await audit.record({ userId: viewer.user.id, action: "embedding_model_chosen", details, address });
  });
  return read(viewer);
}
