import { buildSearchRequest, type SearchEngine } from "./definition";

const ADDRESS = "https://www.googleapis.com/customsearch/v1";
const MAX_RESULTS = 10;

/** https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list */
export const google: SearchEngine = {
  form: { address: "none", key: "needed", engineId: "needed" },
  request: (query, count, { baseUrl = ADDRESS, key = "", engineId = "" }) => ({
    url: buildSearchRequest(baseUrl, {
      key,
      cx: engineId,
      q: query,
      num: String(Math.min(count, MAX_RESULTS)),
    }),
  }),
  results: { at: ["items"], title: "title", url: "link", text: "snippet" },
  // Google returns this status for an unknown key or engine.
  refusal: (status) =>
    status === 400 ? "It refused the API key or the ID of the search engine." : undefined,
};
