import type { PageInfo } from "@/lib/platform/pagination";
import type { ApiRequest } from "./request";

/**
 * Returns the `Link` header of a list (RFC 8288) with its next and previous pages; undefined without a total or for a
 * single page.
 */
export function buildLinkHeader(
  request: ApiRequest,
  query: unknown,
  extent: PageInfo | undefined,
): string | undefined {
  const { page, page_size: size } = query as { page?: number; page_size?: number };
  if (extent === undefined || page === undefined || size === undefined) return undefined;
  const last =
    extent.total === undefined
      ? page + (extent.hasMore ? 1 : 0)
      : Math.max(1, Math.ceil(extent.total / size));
  const to = (other: number, rel: string) => {
    const search = new URLSearchParams(request.query);
    search.set("page", String(other));
    return `</api/v1${request.path}?${search}>; rel="${rel}"`;
  };
  const links = [
    ...(page < last ? [to(page + 1, "next")] : []),
    ...(page > 1 ? [to(Math.min(page - 1, last), "prev")] : []),
  ];
  return links.length > 0 ? links.join(", ") : undefined;
}
