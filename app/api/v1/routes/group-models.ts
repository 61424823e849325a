import { groupModelsApi } from "@/lib/llm/group-models/contract";
import * as groupModels from "@/lib/llm/group-models/service";
import { implement } from "../implement";

export const groupModelsRoutes = implement("Models", groupModelsApi, {
  listModels: ({ viewer }) => groupModels.listModels(viewer),
  listModelSettings: ({ viewer }) => groupModels.listModelSettings(viewer),
  setModelSettings: ({ viewer, body }) => groupModels.setModelSettings(viewer, body),
  exportModels: ({ viewer }) => groupModels.exportModels(viewer),
  importModels: ({ viewer, body }) => groupModels.importModels(viewer, body),
  setModelOrder: ({ viewer, body }) => groupModels.setModelOrder(viewer, body.models),
  setDefaultModel: ({ viewer, body }) => groupModels.setDefaultModel(viewer, body.model),
  setModelSight: ({ viewer, body }) => groupModels.setVisionSetting(viewer, body),
});
