import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as models from "@/lib/llm/models/service";
import { isProvider } from "@/lib/llm/models/settings";
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
  if (model !== null) await requirePictureModel(group.id, model);
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

async function requirePictureModel(groupId: string, model: string): Promise<void> {
  const id = models.parseId(model)?.connection;
  const connections = await listGroupConnections(groupId);
  const connection = connections.find((each) => models.getConnectionId(each) === id && !each.isDisabled);
  const provider = connection?.provider ?? id;
  if (!provider || (isProvider(provider) && !models.makesPictures(provider)))
    throw invalid(["body", "model"], "This provider has no models that make pictures.");
  if (!connection) throw invalid(["body", "model"], "Connect this provider first.");
}
