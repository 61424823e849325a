import { useQuery } from "@tanstack/react-query";
import type { UsableBy } from "@/lib/identity/audiences/settings";
import { groupQuery } from "./groups";
import { usePeople } from "./people";

export type Audience = { usable_by: UsableBy; user_ids: number[] };

export function useLibraryRights() {
  const { me } = usePeople();
  const { data: group } = useQuery(groupQuery(me.groupId));
  const right = group?.role === "member" ? group.members_add_documents : "shared";
  return { canAdd: right !== "nothing", canShare: right === "shared" };
}
