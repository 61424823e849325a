/** Conditions that queries have in common. Every query is limited to one group, one chat of it, or one of its members. */
export type GroupKey = { groupId: string };
export type ChatKey = { chatId: number; groupId: string };
export type MemberKey = { userId: number; groupId: string };
