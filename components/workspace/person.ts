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
};
