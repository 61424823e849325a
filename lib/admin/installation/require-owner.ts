import type { Viewer } from "@/lib/api/actor";
import { forbidden } from "@/lib/platform/errors";

/** @throws AppError forbidden unless the viewer owns the installation */
export function requireOwner({ user }: Viewer): void {
  if (!user.isInstallationOwner) throw forbidden("Only the owner of the installation can do this.");
}
