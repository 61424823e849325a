import { infiniteQueryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { PAGE } from "@/components/settings/members-data";
import { call } from "@/lib/api/client";
import {
  type InstallationAccount,
  type InstallationGroup,
  type InstallationSettings,
  installationApi,
} from "@/lib/ops/installation/contract";

export type Account = z.output<typeof InstallationAccount>;
export type Group = z.output<typeof InstallationGroup>;
export type Settings = z.output<typeof InstallationSettings>;

const following = (last: unknown[], _all: unknown, page: number) =>
  last.length === PAGE ? page + 1 : undefined;

export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [installationApi.listInstallationAccounts.path, search],
    queryFn: ({ pageParam: page, signal }): Promise<Account[]> =>
      call(installationApi.listInstallationAccounts, { query: { page, page_size: PAGE, search }, signal }),
    initialPageParam: 1,
    getNextPageParam: following,
  });

export const groupsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [installationApi.listInstallationGroups.path, search],
    queryFn: ({ pageParam: page, signal }): Promise<Group[]> =>
      call(installationApi.listInstallationGroups, { query: { page, page_size: PAGE, search }, signal }),
    initialPageParam: 1,
    getNextPageParam: following,
  });

const whole = new Intl.NumberFormat("en");
export const count = (value: number): string => whole.format(value);

/** "1 member", "2 members" */
export const counted = (value: number, what: string): string =>
  `${count(value)} ${what}${value === 1 ? "" : "s"}`;

/** The number that somebody typed, null for none. @throws Error for anything else, which JSON would make a null of */
export function tokensIn(text: string): number | null {
  if (text.trim() === "") return null;
  const digits = text.replace(/[\s.,_']/g, "");
  if (!/^\d{1,15}$/.test(digits)) throw new Error("Enter a whole number, or leave it empty.");
  return Number(digits);
}
