export const WORKSPACE_COLORS = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink",
] as const;
export type WorkspaceColor = (typeof WORKSPACE_COLORS)[number];

export const MAX_WORKSPACE_INSTRUCTIONS = 50_000;
