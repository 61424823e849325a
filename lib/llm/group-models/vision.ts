import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { conflict } from "@/lib/platform/errors";
import { getGroupSettings, invalidateSettings } from "./model-settings";
import * as queries from "./queries";

const MAX_MODELS = 200;

const wordFor = (sees: boolean | null) => (sees === null ? "guessed" : sees ? "yes" : "no");

type VisionSetting = { model: string; sees_pictures: boolean | null };

/** @throws AppError forbidden; conflict when there are too many settings */
export async function setVisionSetting(viewer: Viewer, setting: VisionSetting): Promise<VisionSetting> {
  access.authorize(viewer, "models.connect");
  const { user, group } = viewer;
  await transaction(async () => {
    const { sight } = await getGroupSettings(group.id);
    if (
      setting.sees_pictures !== null &&
      !(setting.model in sight) &&
      Object.keys(sight).length >= MAX_MODELS
    )
      throw conflict(
        `This is set for ${MAX_MODELS} models already. Let Parley guess for some of them first.`,
      );
    await queries.setVisionSetting({ groupId: group.id, model: setting.model, sees: setting.sees_pictures });
    await audit.record({
      groupId: group.id,
      userId: user.id,
      action: "model_sight_changed",
      details: { model: setting.model, sees_pictures: wordFor(setting.sees_pictures) },
    });
  });
  invalidateSettings(group.id);
  return setting;
}
