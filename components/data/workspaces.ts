import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ChatWorkspace, ChatWorkspaceDetail } from "@/lib/chat/workspaces/contract";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import { queryFor, refresh } from "./query";

export type Workspace = z.output<typeof ChatWorkspace>;
export type Project = z.output<typeof ChatWorkspaceDetail>;

export const workspacesQuery = queryFor(chatWorkspacesApi.listWorkspaces);
export const projectQuery = (id: string) => queryFor(chatWorkspacesApi.getWorkspace, { params: { id } });

export const refreshWorkspaces = (client: QueryClient) =>
  refresh(client, chatWorkspacesApi.listWorkspaces, chatWorkspacesApi.getWorkspace);
