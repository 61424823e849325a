/** `creator`: only its creator. `people`: those chosen, its creator, and owners and admins of the group. */
export const USABLE_BY = ["creator", "people", "group"] as const;
export type UsableBy = (typeof USABLE_BY)[number];
