import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  InstallationAccount,
  InstallationGroup,
  InstallationSettings,
  InstallationStatus,
} from "@/lib/admin/installation/contract";
import { installationApi } from "@/lib/admin/installation/operations";
import { pagesFor, queryFor, refresh } from "./query";

export type Account = z.output<typeof InstallationAccount>;
export type Group = z.output<typeof InstallationGroup>;
export type InstallationSettingsData = z.output<typeof InstallationSettings>;
export type InstallationState = z.output<typeof InstallationStatus>;
const PAGE = 50;

export const settingsQuery = queryFor(installationApi.getInstallationSettings);
export const statusQuery = queryFor(installationApi.getInstallationStatus);
// Polling interval, in milliseconds, during a model download.
const WHILE_DOWNLOADING = 3000;
export const embeddingModelsQuery = queryOptions({
  ...queryFor(installationApi.getEmbeddingModels),
  refetchInterval: ({ state: { data } }) =>
    data?.models.some(({ state }) => state === "downloading") ? WHILE_DOWNLOADING : false,
});
export const accountsQuery = (search: string) =>
  pagesFor(installationApi.listInstallationAccounts, PAGE, { query: { search } });
export const groupsQuery = (search: string) =>
  pagesFor(installationApi.listInstallationGroups, PAGE, { query: { search } });

export const refreshStatus = (client: QueryClient) => refresh(client, installationApi.getInstallationStatus);
export const refreshAccounts = (client: QueryClient) =>
  refresh(client, installationApi.listInstallationAccounts);
export const refreshGroups = (client: QueryClient) => refresh(client, installationApi.listInstallationGroups);
