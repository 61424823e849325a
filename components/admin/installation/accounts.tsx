"use client";

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, accountsQuery, refreshAccounts } from "@/components/data/installation";
import { useTranslations } from "@/components/i18n/words";
import { PagedList } from "@/components/ui/read";
import { Avatar, Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useDebounced } from "@/components/ui/use-debounced";
import { installationApi } from "@/lib/admin/installation/operations";
import { call } from "@/lib/api/client";
import { SearchList } from "./search-list";
import { SuspendButton } from "./suspend-button";

export function Accounts({ me }: { me: number }) {
  const t = useTranslations("installation");
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const accounts = useInfiniteQuery({ ...accountsQuery(search), placeholderData: keepPreviousData });
  return (
    <SearchList id="accounts" title={t("accounts")} label={t("searchAccounts")} text={text} onText={setText}>
      <PagedList query={accounts} loading={t("loadingAccounts")} empty={t("noMatches", { search })}>
        {(account) => <Row account={account} isMe={account.id === me} />}
      </PagedList>
    </SearchList>
  );
}

function Row({ account, isMe }: { account: Account; isMe: boolean }) {
  const t = useTranslations("installation");
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
    await done(t("accountSuspended", { name }));
  }
  async function reactivate() {
    await call(installationApi.reactivateAccount, { params: { id } });
    await done(t("accountReactivated", { name }));
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={name} />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {name}
          {account.is_installation_owner && <Badge tone="accent">{t("owner")}</Badge>}
          {isSuspended && <Badge tone="danger">{t("suspended")}</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{t("emailAndGroups", { email, groups })}</p>
      </div>
      {!isMe && (
        <SuspendButton name={name} isSuspended={isSuspended} suspend={suspend} reactivate={reactivate}>
          {t("suspendAccountHelp", { name })}
        </SuspendButton>
      )}
    </div>
  );
}
