import { routes } from "@/app/api/v1/table";
import { generateFiles } from "@/lib/channels/openapi-document/service";
import { buildConfigurationFiles } from "./configuration";

export const files = { ...generateFiles(routes), ...buildConfigurationFiles() };
