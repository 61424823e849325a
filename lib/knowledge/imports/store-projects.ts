import type { Viewer } from "@/lib/api/actor";
import * as workspaces from "@/lib/chat/workspaces/service";
import { AppError } from "@/lib/platform/errors";
import type { ImportedChat } from "./imported-chat";
import type { NewItem } from "./queries/items";

export type ProjectInput = Parameters<typeof workspaces.createImported>[1];

/** Returns the ids of the projects that chats are in. Those that were not imported yet are created by their name. */
export async function findProjects(viewer: Viewer, given: ImportedChat[]) {
  const ids = new Map<string, number>();
  const items: NewItem[] = [];
  const projects = new Map(given.flatMap(({ project }) => (project ? [[project.key, project]] : [])));
  // A fixed order, so that concurrent imports cannot deadlock.
  for (const key of [...projects.keys()].sort()) {
    const { id, item } = await storeProject(viewer, projects.get(key)!);
    if (id !== undefined) ids.set(key, id);
    if (item.outcome !== "skipped") items.push(item);
  }
  return { ids, items };
}

// Creates a project, unless it was imported before, inside a transaction.
export async function storeProject(
  viewer: Viewer,
  project: ProjectInput,
): Promise<{ id?: number; item: NewItem }> {
  const item = { kind: "project" as const, title: project.name };
  try {
    const { id, isNew } = await workspaces.createImported(viewer, project);
    return { id, item: { ...item, outcome: isNew ? "imported" : "skipped", chatWorkspaceId: id } };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "conflict") throw error;
    return { item: { ...item, outcome: "left_out", reason: error.message } };
  }
}
