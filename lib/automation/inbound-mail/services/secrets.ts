import { createHmac } from "node:crypto";
import { AppError } from "@/lib/platform/errors";

export const signWith = (key: string) => createHmac("sha256", key);

export const createUntrustedError = () =>
  new AppError("unauthorized", "The signature or the secret is wrong.");
