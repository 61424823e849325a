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
