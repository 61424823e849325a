import { Readable } from "node:stream";
import { implement, Special } from "@/lib/api/routes";
import { installationApi } from "./contract";
import * as metrics from "./metrics";
import * as installation from "./service";

const TEXT = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

export const installationRoutes = implement("Installation", installationApi, {
  getMetrics: async ({ call }) => {
    metrics.requireToken(call.header("authorization"));
    return new Special({ kind: "file", stream: Readable.from([await metrics.exposition()]) }, TEXT);
  },
  getInstallationStatus: ({ viewer }) => installation.status(viewer),
  retryRun: ({ viewer, params }) => installation.retryRun(viewer, params.id),
});
