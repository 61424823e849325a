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
 * Maps each tool to its group. Each tool is implemented in a file of its own, listed in
 * `lib/replies/runs/tools.ts`, which does not compile when one is missing.
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
