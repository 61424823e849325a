"use client";

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, accountsQuery, refreshAccounts } from "@/components/data/installation";
import { useDebounced } from "@/components/search/use-debounced";
import { PagedList } from "@/components/ui/read";
import { Avatar, Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { installationApi } from "@/lib/ops/installation/contract";
import { counted } from "./numbers";
import { SearchList } from "./search-list";
import { Suspending } from "./suspending";

/** Everybody who has an account, each to be suspended and reactivated. */
export function Accounts({ me }: { me: number }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const accounts = useInfiniteQuery({ ...accountsQuery(search), placeholderData: keepPreviousData });
  return (
    <SearchList id="accounts" title="Accounts" label="Search accounts" text={text} onText={setText}>
      <PagedList query={accounts} loading="Loading the accounts" empty={`No matches for “${search}”.`}>
        {(account) => <Row account={account} isMe={account.id === me} />}
      </PagedList>
    </SearchList>
  );
}

function Row({ account, isMe }: { account: Account; isMe: boolean }) {
  const { id, full_name: name, email, groups_count: groups } = account;
  const isSuspended = account.suspended_at !== null;
  const client = useQueryClient();
  const say = useToast();
  async function done(sentence: string) {
    say(sentence);
    await refreshAccounts(client);
  }
  async function suspend() {
    await call(installationApi.suspendAccount, { params: { id } });
    await done(`${name} is suspended.`);
  }
  async function reactivate() {
    await call(installationApi.reactivateAccount, { params: { id } });
    await done(`${name} can sign in again.`);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={name} />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {name}
          {account.is_installation_owner && <Badge tone="accent">Owner</Badge>}
          {isSuspended && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {email} · {counted(groups, "group")}
        </p>
      </div>
      {!isMe && (
        <Suspending name={name} isSuspended={isSuspended} suspend={suspend} reactivate={reactivate}>
          {name} is signed out everywhere within a second and can't sign in. API tokens stop working, and jobs
          and webhooks rest. Nothing is deleted.
        </Suspending>
      )}
    </div>
  );
}
