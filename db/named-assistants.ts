import { and, eq, isNull, ne, or, type SQL } from "drizzle-orm";
import { virtualAssistants } from "./schema/assistants";

const { id, name, mentionName, avatar, avatarKey } = virtualAssistants;
/** Columns that name an assistant beside something else. */
export const namedAssistant = { id, name, mentionName, avatar, avatarKey };

/** Condition for assistants that a person may read the name of: all but the private ones of others. */
export const isNamedTo = (userId: number): SQL | undefined =>
  or(ne(virtualAssistants.usableBy, "creator"), eq(virtualAssistants.createdBy, userId));

export const isLivingAndNamedTo = (userId: number): SQL | undefined =>
  and(isNull(virtualAssistants.removedAt), isNamedTo(userId));
