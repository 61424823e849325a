/** What people allow an assistant or not: some tools that belong together, in one checkbox. */
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
 * What an assistant can do besides writing, and the group that each tool is
 * allowed with. What a tool does is a file of its own, which its name demands
 * (`lib/conversation/replies/tools.ts`).
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
