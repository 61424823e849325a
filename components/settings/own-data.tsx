"use client";

import type { z } from "zod";
import { buttonClass } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/section";
import { pathOf } from "@/lib/api/client";
import { type Me, usersApi } from "@/lib/identity/users/contract";
import { DeleteAccount } from "./own-data-delete";

/** All that is one's own: to take along, and to leave. */
export function OwnData({ me }: { me: z.output<typeof Me> }) {
  return (
    <>
      <Section title="Your data" className="space-y-3">
        <Card className="space-y-4">
          <p className="text-sm text-muted">
            A ZIP file with your account, your groups, the chats that you are a member of, and the files that
            you have uploaded.
          </p>
          {/* The browser writes it to disk as it comes, however large it is. */}
          <a href={pathOf(usersApi.exportMe, {})} download className={buttonClass()}>
            Download my data
          </a>
        </Card>
      </Section>
      <Section title="Delete account" className="space-y-3">
        <Card className="space-y-4">
          <p className="text-sm text-muted">
            Your account goes for good, with the chats and groups that nobody else is a member of. What you
            wrote in chats with others stays there, as a former member's.
          </p>
          <DeleteAccount me={me} />
        </Card>
      </Section>
    </>
  );
}
