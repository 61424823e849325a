import { personalInstructionsApi } from "@/lib/chat/personal-instructions/contract";
import * as personalInstructions from "@/lib/chat/personal-instructions/service";
import { implement } from "../implement";

export const personalInstructionsRoutes = implement("Memories", personalInstructionsApi, {
  getPersonalInstructions: ({ viewer }) =>
    personalInstructions.getInstructions(viewer.group.id, viewer.user.id),
  setPersonalInstructions: ({ viewer, body }) => personalInstructions.setInstructions(viewer, body),
});
