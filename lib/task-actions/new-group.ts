import { firstActions } from "./first";
import { insertActions } from "./queries";

/** The actions that every new group has. */
export const createFirstActions = (groupId: string, createdBy: number) =>
  insertActions(firstActions.map((action) => ({ ...action, groupId, createdBy })));
