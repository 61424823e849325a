import type { SearchEngine } from "./definition";

const ADDRESS = "https://api.tavily.com/search";
const USED_UP = [432, 433];

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
export const tavily: SearchEngine = {
  form: { address: "none", key: "needed", engineId: "none" },
  request: (query, count, { baseUrl = ADDRESS, key = "" }) => ({
    url: baseUrl,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ query, max_results: count }),
  }),
  results: { at: ["results"], title: "title", url: "url", text: "content" },
  refusal: (status) => (USED_UP.includes(status) ? "Its quota is used up." : undefined),
};
