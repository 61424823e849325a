import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ChatWorkspace } from "@/lib/chat/workspaces/contract";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import { queryFor, refresh } from "./query";

export type Workspace = z.output<typeof ChatWorkspace>;
export const workspacesQuery = queryFor(chatWorkspacesApi.listWorkspaces);
export const refreshWorkspaces = (client: QueryClient) => refresh(client, chatWorkspacesApi.listWorkspaces);
