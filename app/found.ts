import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";

/** What a page shows; the page of what is not there when the viewer may not see it or it is gone. */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found") notFound();
    throw error;
  }
}

/** The id in a page's address; the page of what is not there for anything else. */
export function idIn(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}
