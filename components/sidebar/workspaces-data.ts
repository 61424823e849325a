import type { z } from "zod";
import { queryFor } from "@/lib/api/query";
import { type ChatWorkspace, chatWorkspacesApi } from "@/lib/chat/workspaces/contract";

export type Workspace = z.output<typeof ChatWorkspace>;
export const workspacesQuery = queryFor(chatWorkspacesApi.listWorkspaces);
