import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { type AccessAction, can } from "@/lib/identity/access/service";
import { hasLanguageModel } from "@/lib/llm/group-models/service";
import type { FirstStep, FirstSteps } from "./contract";
import * as queries from "./queries";

type StepName = z.output<typeof FirstStep>;
type FirstStepsState = z.output<typeof FirstSteps>;

const needs: Partial<Record<StepName, AccessAction>> = {
  connect_model: "models.connect",
  change_assistant: "assistants.change",
  invite_colleague: "invitations.manage",
};

/**
 * Returns the onboarding steps and which are done. Completion is persisted, so that deleting a message does not bring
 * the list back.
 */
export async function get(viewer: Viewer): Promise<FirstStepsState> {
  const [done, hasModel] = await Promise.all([
    queries.getDoneSteps(member(viewer)),
    hasLanguageModel(viewer),
  ]);
  const all: Record<StepName, boolean> = {
    send_message: done.hasSent,
    connect_model: hasModel,
    run_action: done.hasRunAction,
    change_assistant: done.hasOwnAssistant,
    invite_colleague: done.hasInvited,
  };
  const steps = (Object.keys(all) as StepName[])
    .filter((step) => !needs[step] || can(viewer, needs[step]))
    .map((step) => ({ step, done: all[step] }));
  const isAllDone = steps.every((step) => step.done);
  if (isAllDone && !done.isFinished) await queries.finish(member(viewer));
  return { steps, finished: done.isFinished || isAllDone };
}

export async function finish(viewer: Viewer): Promise<FirstStepsState> {
  await queries.finish(member(viewer));
  return get(viewer);
}

const member = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });
