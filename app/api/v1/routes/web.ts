import { webApi } from "@/lib/replies/web/contract";
import * as web from "@/lib/replies/web/service";
import { implement } from "../implement";

export const webRoutes = implement("Web", webApi, {
  getWebAccess: ({ viewer }) => web.getAccess(viewer),
  setWebAccess: ({ viewer, body }) => web.setAccess(viewer, body),
  readWebPage: ({ viewer, body, call }) => web.readPage(viewer.group.id, body.url, call.signal),
  testWebSearch: ({ viewer, body }) => web.testSearch(viewer, body),
});
