import { notFound } from "next/navigation";
import { services } from "@/app/services";

export async function showNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof services().AppError && error.kind === "not_found") notFound();
    throw error;
  }
}

export function parseId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return Number(text);
}
