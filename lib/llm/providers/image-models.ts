import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as models from "@/lib/llm/models/service";
import { invalid } from "@/lib/platform/errors";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import { listGroupConnections } from "./connections";
import * as queries from "./queries";

const known = createCachedRead("picture model", (groupId: string) => queries.findPictureModel({ groupId }));

export const findPictureModel = (groupId: string): Promise<string | null> => known.get(groupId);

/** @throws AppError forbidden */
export async function getPictureModel({ group }: Viewer) {
  const [model, connections] = await Promise.all([
    findPictureModel(group.id),
    listGroupConnections(group.id),
  ]);
  return { model, suggestions: models.listPictureModels(connections) };
}

/** @throws AppError forbidden; InvalidInput for a model that cannot generate images or isn't connected */
export async function setPictureModel(viewer: Viewer, { model }: { model: string | null }) {
  access.authorize(viewer, "models.connect");
  const { user, group } = viewer;
  const named = model === null ? undefined : models.parsePictureModel(model);
  if (model !== null && !named)
    throw invalid(["body", "model"], "This provider has no models that make pictures.");
  const connections = await listGroupConnections(group.id);
  if (named && !connections.some(({ provider }) => provider === named.provider))
    throw invalid(["body", "model"], "Connect this provider first.");
  await transaction(async () => {
    await queries.setPictureModel({ groupId: group.id, model });
    await audit.record({
      groupId: group.id,
      userId: user.id,
      action: "picture_model_changed",
      details: { model },
    });
  });
  known.forget(group.id);
  return getPictureModel(viewer);
}
