import { buildSearchRequest, type SearchEngine } from "./definition";

/** https://docs.searxng.org/dev/search_api.html */
export const searxng: SearchEngine = {
  form: { address: "needed", key: "none", engineId: "none" },
  request: (query, _, { baseUrl = "" }) => ({
    url: buildSearchRequest(`${baseUrl.replace(/\/+$/, "")}/search`, { q: query, format: "json" }),
  }),
  results: { at: ["results"], title: "title", url: "url", text: "content" },
  refusal: (status) =>
    status === 403
      ? "The server doesn't give results as JSON. Add json to search.formats in its settings.yml."
      : undefined,
};
