/** Conditions shared by queries: each limits a query to one group, one chat of a group, or one member of a group. */
export type GroupKey = { groupId: string };
export type ChatKey = { chatId: number; groupId: string };
export type MemberKey = { userId: number; groupId: string };
