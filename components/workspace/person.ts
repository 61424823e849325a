import type { OwnGroup } from "@/components/sidebar/switch-group";

/** Who is signed in, in which group, and the groups they can switch to. */
export type Person = {
  id: number;
  name: string;
  email: string;
  group: string;
  groupId: string;
  groups: OwnGroup[];
  managesModels: boolean;
  queuesMessages: boolean;
  /** They are a member of a chat that is or was public. */
  hasInbox: boolean;
};
