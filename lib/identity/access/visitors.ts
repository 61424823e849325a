/** What marks a chat, in its `standing_key`, as the conversation of a visitor of its parent, a public chat. */
export const VISITOR_KEY = "visitor";

/** In such a chat a visitor reads along: nothing of the group goes into its replies. */
export const isOfVisitor = ({ standingKey }: { standingKey: string | null }) => standingKey === VISITOR_KEY;
