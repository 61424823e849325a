import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";

/** Awaits a lookup and shows the not-found page if the resource doesn't exist or the viewer has no access. */
export async function showNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found") notFound();
    throw error;
  }
}

/** Parses the id in a page's address; shows the not-found page for anything else. */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}
