import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { VideoConversion } from "@/lib/knowledge/video/contract";
import { videoApi } from "@/lib/knowledge/video/operations";
import { pagesFor, refresh } from "./query";

export type ConversionItem = z.output<typeof VideoConversion>;

const PAGE = 30;
// Polling interval during a conversion.
const POLL_INTERVAL_MS = 2000;

export const isOpen = ({ status }: Pick<ConversionItem, "status">): boolean =>
  status === "queued" || status === "running";

export const conversionsQuery = infiniteQueryOptions({
  ...pagesFor(videoApi.listVideoConversions, PAGE),
  refetchInterval: ({ state }) => (state.data?.pages.flat().some(isOpen) ? POLL_INTERVAL_MS : false),
});

export const refreshConversions = (client: QueryClient) => refresh(client, videoApi.listVideoConversions);
