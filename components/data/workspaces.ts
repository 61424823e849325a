import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { type ChatWorkspace, chatWorkspacesApi } from "@/lib/chat/workspaces/contract";
import { queryFor, refresh } from "./query";

export type Workspace = z.output<typeof ChatWorkspace>;
export const workspacesQuery = queryFor(chatWorkspacesApi.listWorkspaces);
export const refreshWorkspaces = (client: QueryClient) => refresh(client, chatWorkspacesApi.listWorkspaces);
