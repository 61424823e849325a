import type { GroupRole } from "@/components/data/groups";
import type { OwnGroup } from "@/components/data/switch-group";

export type SignedInPerson = {
  id: number;
  name: string;
  email: string;
  group: string;
  groupId: string;
  groups: OwnGroup[];
  /** In the group. */
  role: GroupRole;
  isInstallationOwner: boolean;
  managesModels: boolean;
  queuesMessages: boolean;
  usesMemory: boolean;
  hasChosenMemory: boolean;
  /** Unread conversations with visitors; undefined for members of no chat that is or was public. */
  inboxUnread: number | undefined;
};
