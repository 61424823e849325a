import { buildSearchIndex } from "@/components/docs/search-index";
import { getOutline } from "../reference";

export const GET = () => Response.json(buildSearchIndex(getOutline()));
