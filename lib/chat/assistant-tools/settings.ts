/** Checkboxes of the assistant's settings; each allows or denies several tools. */
export const toolGroups = [
  "Search",
  "Memory",
  "Canvas",
  "Videos",
  "Jobs",
  "Web",
  "Calculation",
  "Pictures",
] as const;

/**
 * Maps each tool to its group. Each tool has its own file, which `lib/replies/runs/tools.ts` lists; that list does not
 * compile when a tool is missing.
 */
export const tools = {
  search_documents: "Search",
  search_messages: "Search",
  list_documents: "Search",
  read_document: "Search",
  remember: "Memory",
  forget: "Memory",
  update_canvas: "Canvas",
  list_canvas_pages: "Canvas",
  read_canvas_page: "Canvas",
  create_canvas_page: "Canvas",
  schedule_job: "Jobs",
  extract_video_keyframes: "Videos",
  transcribe_video: "Videos",
  search_web: "Web",
  read_page: "Web",
  calculate: "Calculation",
  generate_picture: "Pictures",
  edit_picture: "Pictures",
} as const satisfies Record<string, (typeof toolGroups)[number]>;
export type ToolName = keyof typeof tools;
export const toolNames = Object.keys(tools) as ToolName[];

/** Tools that a chat can turn off, beside those of MCP servers (`mcp:<id>`). */
export const switchableTools = {
  web: "Web",
  calculation: "Calculation",
  pictures: "Pictures",
} as const satisfies Record<string, (typeof toolGroups)[number]>;
export type SwitchableTools = keyof typeof switchableTools;
export const switchableNames = Object.keys(switchableTools) as SwitchableTools[];

export const isSwitchable = (key: string): key is SwitchableTools => key in switchableTools;

/** Tools by their switch: true turns one on, false turns it off, and the assistant decides about others. */
export type ToolSwitches = Record<string, boolean>;

export const toServerSwitch = (serverId: number): string => `mcp:${serverId}`;

const findSwitch = (name: ToolName): string | undefined =>
  Object.entries(switchableTools).find(([, group]) => group === tools[name])?.[0];

export function isSwitchedOff(switches: ToolSwitches, name: ToolName): boolean {
  const key = findSwitch(name);
  return key !== undefined && switches[key] === false;
}
