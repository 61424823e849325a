import type { QueryClient } from "@tanstack/react-query";

/** Reads what is shown of conversations with visitors again. Where what knows of them cannot be loaded, nothing shows any. */
export const refreshVisitors = (client: QueryClient) =>
  import("./visitors").then(
    (visitors) => visitors.refreshVisitors(client),
    () => undefined,
  );
