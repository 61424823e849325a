import { cookies } from "next/headers";
import { services } from "@/app/services";
import { DEVICE_COOKIES } from "@/components/browser/names";
import {
  type ApiDocument,
  buildOutline,
  type GroupOutline,
  type Outline,
} from "@/components/reference/outline";
import type { Recordings } from "@/components/reference/recorded";
import { type Language, languages } from "@/components/reference/samples";
import examples from "@/docs/examples.json";
import { config } from "@/lib/platform/config";

export const recordings = examples as unknown as Recordings;

let made: Outline | undefined;
export function getOutline(): Outline {
  const { buildApiDocument, routes } = services();
  made ??= buildOutline(buildApiDocument(routes, config().appUrl) as unknown as ApiDocument);
  return made;
}

export const getRecordedExamples = ({ operations }: GroupOutline): Recordings["operations"] =>
  Object.fromEntries(
    operations.flatMap(({ id }) => (recordings.operations[id] ? [[id, recordings.operations[id]]] : [])),
  );

export function findSchemaPlaces(group: GroupOutline): Outline["places"] {
  const text = JSON.stringify(group);
  return Object.fromEntries(
    Object.entries(getOutline().places).filter(([name]) => text.includes(`"${name}"`)),
  );
}

export async function getChosenLanguage(): Promise<Language> {
  const chosen = (await cookies()).get(DEVICE_COOKIES.docsLanguage)?.value;
  return languages.find(({ id }) => id === chosen)?.id ?? "curl";
}
