import type { OwnGroup } from "@/components/data/switch-group";
import type { Role } from "@/lib/api/actor";

export type SignedInPerson = {
  id: number;
  name: string;
  email: string;
  group: string;
  groupId: string;
  groups: OwnGroup[];
  /** In the group. */
  role: Role;
  isInstallationOwner: boolean;
  managesModels: boolean;
  queuesMessages: boolean;
  usesMemory: boolean;
  hasChosenMemory: boolean;
  /** Unread conversations with visitors; undefined for members of no chat that is or was public. */
  inboxUnread: number | undefined;
};
