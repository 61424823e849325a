export * from "./creations";
export * from "./groups";
export * from "./invitations";
export * from "./members";
