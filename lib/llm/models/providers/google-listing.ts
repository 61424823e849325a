import { type ModelListing, toChatModels } from "../server-models";

const PAGE_SIZE = 1000;

type GoogleModel = { name?: unknown; supportedGenerationMethods?: unknown };

/** Describes a list of Google's APIs, whose entries are in `field` and name models by their path. */
export const createGoogleListing = (
  address: string,
  field: "models" | "publisherModels",
  headers: Record<string, string>,
): ModelListing => {
  const url = `${address}?pageSize=${PAGE_SIZE}`;
  return {
    url,
    headers,
    read(answer) {
      const { [field]: entries = [], nextPageToken } = (answer ?? {}) as Record<string, unknown>;
      return {
        models: toChatModels(entries, getGeminiName),
        ...(typeof nextPageToken === "string" &&
          nextPageToken !== "" && { nextUrl: `${url}&pageToken=${encodeURIComponent(nextPageToken)}` }),
      };
    },
  };
};

// Other models of the lists reply through other APIs, or must be deployed first.
function getGeminiName({ name, supportedGenerationMethods: methods }: GoogleModel): string | undefined {
  const id = typeof name === "string" ? name.split("/").at(-1) : undefined;
  if (Array.isArray(methods) && !methods.includes("generateContent")) return undefined;
  return id?.startsWith("gemini") ? id : undefined;
}
