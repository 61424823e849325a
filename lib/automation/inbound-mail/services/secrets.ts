import { createHmac } from "node:crypto";
import { AppError } from "@/lib/platform/errors";

export const hmac = (key: string, data: string | Buffer) =>
  createHmac("sha256", key).update(data).digest("hex");

export const untrusted = () => new AppError("unauthorized", "The signature or the secret is wrong.");
export const malformed = () => new AppError("bad_request", "This isn't a mail from that service.");
