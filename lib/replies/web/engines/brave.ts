import { buildSearchRequest, type SearchEngine } from "./definition";

const ADDRESS = "https://api.search.brave.com/res/v1/web/search";

/** https://api-dashboard.search.brave.com/app/documentation/web-search/get-started */
export const brave: SearchEngine = {
  form: { address: "none", key: "needed", engineId: "none" },
  request: (query, count, { baseUrl = ADDRESS, key = "" }) => ({
    url: buildSearchRequest(baseUrl, { q: query, count: String(count), text_decorations: "false" }),
    headers: { "x-subscription-token": key },
  }),
  results: { at: ["web", "results"], title: "title", url: "url", text: "description" },
  // Brave also returns this status for an invalid key.
  refusal: (status) => (status === 422 ? "It refused the API key." : undefined),
};
