import { z } from "zod";
import { callTeam, type Handover } from "@/lib/replies/handover/service";
import type { Answered } from "./definition";

const NAME = "call_the_team";

const FOR = {
  requested: "`requested` when the visitor asks for a person",
  unknown: "`unknown` when you cannot answer from what you have been given",
};
const input = z.object({ reason: z.enum(["requested", "unknown"]) });

export const canCallTeam = (handover: Handover | undefined): handover is Handover =>
  handover !== undefined && !handover.isWaiting && handover.reasons.length > 0;

export const isCallOfTeam = (name: string): boolean => name === NAME;

/** The tool belongs to the public chat rather than to the assistant, so it is not in the assistant's list of tools. */
export const createTeamTool = ({ reasons }: Handover) => ({
  name: NAME,
  description: `Call the people of the team into this conversation: ${reasons.map((reason) => FOR[reason]).join(", ")}. You can go on helping until one of them answers.`,
  parameters: z.toJSONSchema(input.extend({ reason: z.enum(reasons) })) as Record<string, unknown>,
});

export async function runCallTeamTool(
  handover: Handover,
  fields: Record<string, unknown> | undefined,
): Promise<Answered> {
  const { data } = input.safeParse(fields);
  if (!data || !handover.reasons.includes(data.reason))
    return { text: `The reason must be one of: ${handover.reasons.join(", ")}.`, isError: true };
  await callTeam(handover, data.reason);
  handover.isWaiting = true;
  return { text: TEAM_IS_CALLED, isError: false };
}

export const TEAM_IS_CALLED =
  "The team has been called into this conversation, and the page tells the visitor so. Go on helping until somebody of it answers; do not promise when.";
