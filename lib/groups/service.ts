import * as assistants from "@/lib/assistants/service";
import * as queries from "./queries";

/** Makes a group that `ownerId` owns, with an assistant to talk to from the first minute. */
export async function createGroup(ownerId: number, name: string): Promise<{ id: string }> {
  const group = await queries.insertGroup({ name: name.slice(0, 100), ownerId });
  await assistants.createFirstAssistant(group.id, ownerId);
  return group;
}
