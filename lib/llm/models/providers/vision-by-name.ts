const BLIND = /gpt-3|gpt-4(-\d|$)|o1-mini|o3-mini|claude-2|claude-instant/;
const SEEING =
  /gpt-4o|gpt-4\.|gpt-4-turbo|gpt-[5-9]|claude-(3|opus|sonnet|haiku|fable)|gemini|llava|vision|[-_]vl\b|\dvl\b|pixtral|gemma-?[3-9]|llama-?4|moondream|minicpm-v|internvl/;

export const hasVisionUnlessOld = (model: string): boolean => !BLIND.test(model.toLowerCase());

export const hasVisionByName = (model: string): boolean => SEEING.test(model.toLowerCase());
