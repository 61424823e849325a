import { Readable } from "node:stream";
import { ApiReply } from "@/lib/api/routes";
import { wellKnownApi } from "@/lib/channels/well-known/contract";
import * as wellKnown from "@/lib/channels/well-known/service";
import { implement } from "../implement";

const text = (content: string) =>
  new ApiReply(
    { kind: "file", stream: Readable.from([content]) },
    { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  );

export const wellKnownRoutes = implement("Reference", wellKnownApi, {
  getRobotsRules: () => text(wellKnown.buildRobotsRules()),
  getLlmsText: () => text(wellKnown.buildLlmsText()),
  getSecurityContact: () => text(wellKnown.getSecurityContact()),
});
