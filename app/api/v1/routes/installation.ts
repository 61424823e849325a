import { Readable } from "node:stream";
import { installationApi } from "@/lib/admin/installation/contract";
import * as installation from "@/lib/admin/installation/service";
import { accounts, defaults, embedding, groups, metrics } from "@/lib/admin/installation/service";
import { ApiReply, toListReply } from "@/lib/api/routes";
import { implement } from "../implement";

const TEXT = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

export const installationRoutes = implement("Installation", installationApi, {
  getMetrics: async ({ call }) => {
    metrics.requireToken(call.header("authorization"));
    return new ApiReply({ kind: "file", stream: Readable.from([await metrics.formatMetrics()]) }, TEXT);
  },
  getInstallationStatus: ({ viewer }) => installation.getStatus(viewer),
  getInstallationSettings: ({ viewer }) => defaults.read(viewer),
  updateInstallationSettings: ({ viewer, body, call }) => defaults.update(viewer, body.monthly_tokens, call),
  getEmbeddingModels: ({ viewer }) => embedding.read(viewer),
  chooseEmbeddingModel: ({ viewer, body, call }) => embedding.choose(viewer, body.chosen, call),
  listInstallationAccounts: async ({ viewer, query }) => toListReply(await accounts.list(viewer, query)),
  suspendAccount: ({ viewer, params, call }) => accounts.suspend(viewer, params.id, call),
  reactivateAccount: ({ viewer, params, call }) => accounts.reactivate(viewer, params.id, call),
  listInstallationGroups: async ({ viewer, query }) => toListReply(await groups.list(viewer, query)),
  updateInstallationGroup: ({ viewer, params, body, call }) =>
    groups.setTokens(viewer, params.id, body.operator_monthly_tokens, call),
  suspendGroup: ({ viewer, params, call }) => groups.suspend(viewer, params.id, call),
  reactivateGroup: ({ viewer, params, call }) => groups.reactivate(viewer, params.id, call),
  retryRun: ({ viewer, params }) => installation.retryRun(viewer, params.id),
});
