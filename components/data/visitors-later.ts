import type { QueryClient } from "@tanstack/react-query";

/** Refreshes queries about visitors. A failed import is ignored: without the module, no such query is in use. */
export const refreshVisitors = (client: QueryClient) =>
  import("./visitors").then(
    (visitors) => visitors.refreshVisitors(client),
    () => undefined,
  );
