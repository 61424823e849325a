import { z } from "zod";
import { jsonInteger } from "@/lib/api/fields";
import * as memories from "@/lib/chat/memories/service";
import { tool } from "./definition";

export const forget = tool({
  description: "Forget a memory, when the person asks for it or it is no longer true.",
  input: z.object({ memory_id: jsonInteger(1).describe("The number in front of it.") }),
  kind: "memory",
  label: "Forgetting a memory",
  about: () => null,
  applies: ({ remembers }) => remembers,
  run: async (viewer, { memory_id: id }) => {
    await memories.remove(viewer, id);
    return { text: `Memory ${id} is forgotten.` };
  },
});
