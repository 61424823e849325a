import { z } from "zod";
import { tool } from "./definition";
import { canMakePictures, make, prompt, shape } from "./pictures";

export const generatePicture = tool({
  description: "Make a picture and show it to the person. Only when they ask for one.",
  input: z.object({
    prompt: prompt.describe("What it shows, in full: things, style, light, colours, words in it."),
    shape: shape.describe("Absent: as the model likes."),
  }),
  kind: "write",
  label: "Making a picture",
  about: (input) => input.prompt,
  applies: canMakePictures,
  isLong: true,
  run: (viewer, input, setting, running) => make(viewer, input, setting, running),
});
