import type { Metadata } from "next";
import { routes } from "@/app/api/v1/table";
import { type ApiDocument, outlineOf } from "@/components/docs/outline";
import { Reference } from "@/components/docs/reference";
import { openapiDocument } from "@/lib/api/openapi";
import { config } from "@/lib/platform/config";

export const metadata: Metadata = { title: "API reference" };
/** Rendered for each request, because its scripts carry that request's nonce. */
export const dynamic = "force-dynamic";

export default function DocsPage() {
  return <Reference outline={outline()} />;
}

let made: ReturnType<typeof outlineOf> | undefined;
function outline() {
  made ??= outlineOf(openapiDocument(routes, config().appUrl) as unknown as ApiDocument);
  return made;
}
