import { buildSearchIndex } from "@/components/docs/search-index";
import { outline } from "../reference";

export const GET = () => Response.json(buildSearchIndex(outline()));
