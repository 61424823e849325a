import type { Viewer } from "@/lib/api/actor";
import * as models from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { config } from "@/lib/platform/config";
import {
  applySettings,
  chooseGroupModel,
  filterUsable,
  type GroupSettings,
  getGroupSettings,
} from "./model-settings";

export { listModelSettings, setDefaultModel, setModelOrder, setModelSettings } from "./editing";
export {
  areUsable,
  assertUsable,
  assertUsableByAll,
  chooseGroupModel,
  filterOffered,
} from "./model-settings";
export { exportModels, importModels } from "./transfer";
export { setVisionSetting } from "./vision";

const toOption = (choice: models.ModelChoice, settings: GroupSettings) => {
  const row = settings.byModel.get(choice.id);
  const { sees, callsTools, reasons, contextLength } = applySettings(choice, settings);
  return {
    id: choice.id,
    label: choice.label,
    name: row?.name ?? null,
    description: row?.description ?? null,
    icon: row?.icon ?? null,
    provider: choice.provider,
    connection: choice.connection,
    builtin: choice.builtin,
    sees_pictures: sees,
    sees_pictures_guessed: !(choice.id in settings.sight),
    calls_tools: callsTools ?? !choice.builtin,
    reasons: reasons ?? !choice.builtin,
    context_length: contextLength ?? null,
  };
};

export async function listModels(viewer: Viewer) {
  const { group } = viewer;
  const [connections, settings] = await Promise.all([
    listGroupConnections(group.id),
    getGroupSettings(group.id),
  ]);
  const [choices, byDefault, problems] = await Promise.all([
    models.listModels(connections, config()),
    chooseGroupModel(group.id, null),
    models.listProblems(connections, config()),
  ]);
  const listed = choices.find(({ id }) => id === byDefault.id);
  // Returns an unlisted default only if an admin or DEFAULT_MODEL names it. Any other unlisted default belongs to a
  // server that doesn't respond.
  const isNamed = byDefault.id === (settings.defaultModel ?? config().DEFAULT_MODEL);
  return {
    default: listed || isNamed ? toOption(listed ?? byDefault, settings) : null,
    models: filterUsable(viewer, choices, settings).map((choice) => toOption(choice, settings)),
    problems,
  };
}

export const hasLanguageModel = async ({ group }: Viewer): Promise<boolean> =>
  !(await chooseGroupModel(group.id, null)).builtin;

/** Returns a model's context window in tokens, as an admin or the shipped table says. */
export const getContextLength = (model: models.ModelChoice): number | undefined =>
  model.contextLength ?? models.findKnownModel(model.id).contextLength ?? undefined;

/** Also asks the model's server. */
export async function findContextLength(
  groupId: string,
  model: models.ModelChoice,
): Promise<number | undefined> {
  const known = getContextLength(model);
  if (known !== undefined || model.builtin) return known;
  const listed = await models.listModels(await listGroupConnections(groupId), config());
  return listed.find(({ id }) => id === model.id)?.contextLength;
}
