import { z } from "zod";
import { EFFORTS, type Effort, sampling } from "./settings";

const { temperature, max_output_tokens } = sampling;

export const samplingValues = {
  temperature: z.nullable(z.number().min(temperature.control.least).max(temperature.control.most)),
  reasoning_effort: z.nullable(z.enum(Object.keys(EFFORTS) as [Effort, ...Effort[]])),
  max_output_tokens: z.nullable(
    z.int().min(max_output_tokens.control.least).max(max_output_tokens.control.most),
  ),
};
