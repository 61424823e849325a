export { appearanceOf } from "./appearance";
export * as follow from "./follow";
export { openPage } from "./page";
export * as ratings from "./ratings/service";
export * as reports from "./report/service";
export type { PublicVisitor } from "./sessions";
export * as sessions from "./sessions";
export * as staff from "./staff";
export * as visitors from "./visitors";
