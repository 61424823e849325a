import { searchIndexOf } from "@/components/docs/search-index";
import { outline } from "../reference";

/** What the search of the API reference looks in. */
export const GET = () => Response.json(searchIndexOf(outline()));
