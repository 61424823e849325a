import {
  SEARCH_ENGINE_NAMES,
  SEARCH_ENGINES,
  type SearchEngineKind,
  type SearchEngineName,
} from "../contract";
import { brave } from "./brave";
import type { SearchEngine } from "./definition";
import { google } from "./google";
import { searxng } from "./searxng";
import { tavily } from "./tavily";

export const engines: Record<SearchEngineName, SearchEngine> = { searxng, brave, tavily, google };

export const engineKinds: SearchEngineKind[] = SEARCH_ENGINE_NAMES.map((engine) => ({
  engine,
  label: SEARCH_ENGINES[engine],
  ...engines[engine].form,
}));
