export * as abuse from "./abuse/service";
export { appearanceOf } from "./appearance";
export * as follow from "./follow";
export * as identity from "./identity/service";
export { openPage } from "./page";
export type { PublicVisitor } from "./sessions";
export * as sessions from "./sessions";
export * as staff from "./staff";
export * as visitors from "./visitors";
