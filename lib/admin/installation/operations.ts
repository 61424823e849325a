import { type Client, get, patch, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getInstallationStatus: get("/installation/status"),
  retryRun: post("/installation/runs/{id}/retry"),
  getInstallationSettings: get("/installation/settings"),
  updateInstallationSettings: patch("/installation/settings"),
  getEmbeddingModels: get("/installation/embedding-models"),
  chooseEmbeddingModel: put("/installation/embedding-models"),
  listInstallationAccounts: get("/installation/accounts"),
  suspendAccount: post("/installation/accounts/{id}/suspend"),
  reactivateAccount: post("/installation/accounts/{id}/reactivate"),
  listInstallationGroups: get("/installation/groups"),
  updateInstallationGroup: patch("/installation/groups/{id}"),
  suspendGroup: post("/installation/groups/{id}/suspend"),
  reactivateGroup: post("/installation/groups/{id}/reactivate"),
};
export const installationApi: Client<typeof contract.installationApi, typeof endpoints> = endpoints;
