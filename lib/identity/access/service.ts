export { requireInGroup, requireOwnGroup } from "./groups";
export * from "./rules";
export { isOfVisitor, VISITOR_KEY } from "./visitors";
