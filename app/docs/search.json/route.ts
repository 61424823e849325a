import { buildSearchIndex } from "@/components/reference/search-index";
import { getOutline } from "../reference";

export const GET = () => Response.json(buildSearchIndex(getOutline()));
