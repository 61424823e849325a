"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Settings, settingsQuery } from "@/components/data/installation";
import { Read } from "@/components/ui/read";
import { FactList, PageSection } from "@/components/ui/section";
import { Accounts } from "./accounts";
import { DefaultTokens } from "./default-tokens";
import { Groups } from "./groups";

/** Who can use the installation and how much, for its owner. `myGroups`: the ids of the reader's own. */
export function Installation({ me, myGroups }: { me: number; myGroups: string[] }) {
  const settings = useQuery(settingsQuery);
  return (
    <PageSection
      title="Installation"
      lead="Who can use this installation, and how much. Only its owner sees this page."
    >
      <Read query={settings} loading="Loading the settings" className="h-40 rounded-xl">
        {(data) => (
          <>
            <Facts settings={data} />
            <DefaultTokens key={data.monthly_tokens} settings={data} />
          </>
        )}
      </Read>
      <Accounts me={me} />
      <Groups myGroups={myGroups} defaultTokens={settings.data?.monthly_tokens} />
    </PageSection>
  );
}

const list = new Intl.ListFormat("en", { type: "disjunction" });
const modes = {
  open: "Open: anyone who can reach the address can create an account.",
  invited: "By invitation: group owners and admins invite people.",
  closed: "Closed: nobody can create an account.",
};

function Facts({ settings: { address, sign_up: signUp } }: { settings: Settings }) {
  const how =
    signUp.mode === "domain"
      ? `Confirmed e-mail addresses at ${list.format(signUp.domains)}.`
      : modes[signUp.mode];
  return (
    <FactList>
      <Fact name="Address" setting="APP_URL">
        {address}
      </Fact>
      <Fact name="Sign-up" setting={signUp.is_default ? "SIGN_UP, not set" : "SIGN_UP"}>
        {how}
      </Fact>
    </FactList>
  );
}

function Fact({ name, setting, children }: { name: string; setting: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        {name} <code className="text-xs font-normal text-muted">{setting}</code>
      </dt>
      <dd className="mt-0.5 text-sm text-muted wrap-anywhere">{children}</dd>
    </div>
  );
}
