/** Value of `standing_key` that marks a chat as a visitor's conversation in its parent, a public chat. */
export const VISITOR_KEY = "visitor";

/** A visitor reads such a chat, so its replies must not use the group's data. */
export const isOfVisitor = ({ standingKey }: { standingKey: string | null }) => standingKey === VISITOR_KEY;
