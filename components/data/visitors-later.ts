import type { QueryClient } from "@tanstack/react-query";

/** Refreshes queries about visitors. If the module can't be loaded, no such query is in use either. */
export const refreshVisitors = (client: QueryClient) =>
  import("./visitors").then(
    (visitors) => visitors.refreshVisitors(client),
    () => undefined,
  );
