import * as assistants from "@/lib/assistants/service";
import * as queries from "./queries";

const LONGEST_NAME = 100;

/** Makes a group that `ownerId` owns, with an assistant to talk to from the first minute. */
export async function createGroup(ownerId: number, name: string): Promise<{ id: string }> {
  const group = await queries.insertGroup({ name: shortened(name), ownerId });
  await assistants.createFirstAssistant(group.id, ownerId);
  return group;
}

/** At most as long as a name may be, and no character cut in two. */
function shortened(name: string): string {
  const start = name.slice(0, LONGEST_NAME);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trimEnd();
}
