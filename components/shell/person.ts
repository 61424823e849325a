import type { GroupRole } from "@/components/data/groups";
import type { OwnGroup } from "@/components/data/switch-group";
import type { SendKey, Shortcuts } from "@/lib/identity/users/settings";

export type SignedInPerson = {
  id: number;
  name: string;
  email: string;
  group: string;
  groupId: string;
  groups: OwnGroup[];
  role: GroupRole;
  isInstallationOwner: boolean;
  managesModels: boolean;
  queuesMessages: boolean;
  usesMemory: boolean;
  hasChosenMemory: boolean;
  sendKey: SendKey;
  shortcuts: Shortcuts;
  /** Unread conversations with visitors; undefined for members of no chat that is or was public. */
  inboxUnread: number | undefined;
};
