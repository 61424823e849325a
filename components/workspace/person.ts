import type { OwnGroup } from "@/components/sidebar/switch-group";

export type SignedInPerson = {
  id: number;
  name: string;
  email: string;
  group: string;
  groupId: string;
  groups: OwnGroup[];
  managesModels: boolean;
  queuesMessages: boolean;
  /** The user is a member of a chat that is or was public. */
  hasInbox: boolean;
};
