import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import type { BodyOf } from "@/lib/api/contract";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import type { personalInstructionsApi } from "./contract";
import * as queries from "./queries";

type Instructions = z.output<typeof personalInstructionsApi.getPersonalInstructions.returns & z.ZodType>;

const known = createCachedRead("personal instructions", (groupId: string, userId: number) =>
  queries.findInstructions({ groupId, userId }),
);

const present = (row: queries.PersonalInstructionsRow | undefined): Instructions => ({
  about: row?.about ?? "",
  style: row?.style ?? "",
  enabled: row?.isEnabled ?? true,
});

export const getInstructions = async (groupId: string, userId: number): Promise<Instructions> =>
  present(await queries.findInstructions({ groupId, userId }));

export async function setInstructions(
  { user, group }: Viewer,
  { about, style, enabled }: BodyOf<typeof personalInstructionsApi.setPersonalInstructions>,
): Promise<Instructions> {
  const row = { about, style, isEnabled: enabled };
  await queries.upsertInstructions({ groupId: group.id, userId: user.id }, row);
  known.forget(group.id, user.id);
  return present(row);
}

/** Returns the texts for replies to the person; undefined if there are none or they are switched off. */
export async function findForReply(groupId: string, userId: number) {
  const row = await known.get(groupId, userId);
  if (!row?.isEnabled || (row.about === "" && row.style === "")) return undefined;
  return { about: row.about, style: row.style };
}
