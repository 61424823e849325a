import type { QueryClient } from "@tanstack/react-query";
import { authApi } from "@/lib/identity/auth/operations";
import { oauthApi } from "@/lib/identity/oauth/operations";
import { usersApi } from "@/lib/identity/users/operations";
import { queryFor, refresh } from "./query";

export const meQuery = queryFor(usersApi.getMe);
export const sessionsQuery = queryFor(usersApi.listSessions);
export const apiTokensQuery = queryFor(authApi.listApiTokens);
export const programsQuery = queryFor(oauthApi.listConnectedPrograms);

export const refreshSessions = (client: QueryClient) => refresh(client, usersApi.listSessions);
export const refreshApiTokens = (client: QueryClient) => refresh(client, authApi.listApiTokens);
export const refreshPrograms = (client: QueryClient) => refresh(client, oauthApi.listConnectedPrograms);
