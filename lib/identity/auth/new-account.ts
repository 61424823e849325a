import { transaction } from "@/db/transaction";
import * as audit from "@/lib/identity/audit/service";
import * as clock from "@/lib/platform/clock";
import { forbidden } from "@/lib/platform/errors";
import * as queries from "./queries/accounts";
import { admit, type SignUpEntry } from "./sign-up";

type NewAccount = {
  email: string;
  fullName: string;
  passwordHash?: string | null;
  firebaseUid?: string;
  isConfirmed: boolean;
  details?: audit.AuditEntry["details"];
};

/**
 * Creates an account without a group; nothing else creates accounts. Returns undefined when the address is taken. The
 * first account owns the installation.
 * @throws AppError forbidden when `admit` rejects it
 */
export const createAccount = ({ isConfirmed, details, ...given }: NewAccount, entry: SignUpEntry) =>
  transaction(async () => {
    await queries.lockFirstAccount();
    const { byMail } = await admit(given.email, entry);
    if (byMail && !isConfirmed) throw forbidden("This e-mail address must be confirmed first. Try again.");
    const emailConfirmedAt = isConfirmed ? clock.getDateIn(0) : null;
    const user = await queries.insertUser({ ...given, language: entry.language, emailConfirmedAt });
    if (!user) return undefined;
    if (user.isInstallationOwner) await queries.renewSetupId();
    await audit.record({ userId: user.id, action: "account_made", details, address: entry.address });
    return user;
  });
