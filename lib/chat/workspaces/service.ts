export * as places from "./places";
export * from "./workspaces";
