import type { SearchFilters } from "@/components/data/search";

export type Author = { kind: "user" | "assistant"; id: number; name: string };
export type ChatOrProject = { kind: "chat" | "project"; uuid: string; name: string };

/** Days are in the form 2026-05-01, in the reader's time zone. */
export type Filters = {
  from?: Author;
  in?: ChatOrProject;
  hasFile?: boolean;
  after?: string;
  before?: string;
};

export const isDay = (text: string | null): text is string =>
  /^(19|20)\d\d-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(`${text}T00:00`));

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some(Boolean);

export const toAddress = ({ from, in: place, hasFile, after, before }: Filters): Record<string, string> => ({
  ...(from && { from: `${from.kind}-${from.id}` }),
  ...(place && { [place.kind]: place.uuid }),
  ...(hasFile && { has: "file" }),
  ...(after && { after }),
  ...(before && { before }),
});

type Address = Pick<URLSearchParams, "get">;
type Named = Pick<Filters, "from" | "in">;

// Authors and places chosen in this tab. Going back shows a page that the server rendered before they were chosen.
const chosen: Named[] = [];
export const rememberNames = (filters: Filters): void => {
  if (filters.from || filters.in) chosen.unshift({ from: filters.from, in: filters.in });
};

/** @param named the author and place in the address, which only the server can name */
export function readAddress(address: Address, named: Named): Filters {
  const [after, before] = [address.get("after"), address.get("before")];
  const names = [named, ...chosen];
  const from = names.map((each) => each.from).find((author) => isIn(address, { from: author }));
  const place = names.map((each) => each.in).find((each) => isIn(address, { in: each }));
  return {
    ...(from && { from }),
    ...(place && { in: place }),
    ...(address.get("has") === "file" && { hasFile: true }),
    ...(isDay(after) && { after }),
    ...(isDay(before) && { before }),
  };
}

const isIn = (address: Address, filters: Named): boolean => {
  const [parameter] = Object.entries(toAddress(filters));
  return parameter !== undefined && address.get(parameter[0]) === parameter[1];
};

const toInstant = (day: string) => new Date(`${day}T00:00`).toISOString();

export const toSearchFilters = ({ from, in: place, hasFile, after, before }: Filters): SearchFilters => ({
  ...(from && { [from.kind === "user" ? "user_id" : "virtual_assistant_id"]: from.id }),
  ...(place && { [place.kind === "chat" ? "chat_id" : "chat_workspace_id"]: place.uuid }),
  ...(hasFile && { has_file: true }),
  ...(after && { after: toInstant(after) }),
  ...(before && { before: toInstant(before) }),
});
