"use client";

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TokensForm } from "@/components/admin/usage/tokens-form";
import { type Group, groupsQuery, refreshGroups } from "@/components/data/installation";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { PagedList } from "@/components/ui/read";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useDebounced } from "@/components/ui/use-debounced";
import { installationApi } from "@/lib/admin/installation/operations";
import { call } from "@/lib/api/client";
import { numberFormat } from "@/lib/platform/words/translate";
import { SearchList } from "./search-list";
import { SuspendButton } from "./suspend-button";

type GroupsProps = { myGroups: string[]; defaultTokens: number | undefined };

export function Groups({ myGroups, defaultTokens }: GroupsProps) {
  const t = useTranslations("installation");
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const groups = useInfiniteQuery({ ...groupsQuery(search), placeholderData: keepPreviousData });
  return (
    <SearchList id="groups" title={t("groups")} label={t("searchGroups")} text={text} onText={setText}>
      <PagedList query={groups} loading={t("loadingGroups")} empty={t("noMatches", { search })}>
        {(group) => <Row group={group} isMine={myGroups.includes(group.id)} defaultTokens={defaultTokens} />}
      </PagedList>
    </SearchList>
  );
}

function Row({
  group,
  isMine,
  defaultTokens,
}: Omit<GroupsProps, "myGroups"> & { group: Group; isMine: boolean }) {
  const t = useTranslations("installation");
  const {
    id,
    name,
    members_count: members,
    operator_used_tokens: used,
    operator_monthly_tokens: own,
  } = group;
  const isSuspended = group.suspended_at !== null;
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const say = useToast();
  async function done(sentence: string) {
    say(sentence);
    await refreshGroups(client);
  }
  async function suspend() {
    await call(installationApi.suspendGroup, { params: { id } });
    await done(t("groupSuspended", { name }));
  }
  async function reactivate() {
    await call(installationApi.reactivateGroup, { params: { id } });
    await done(t("groupReactivated", { name }));
  }
  async function limit(operator_monthly_tokens: number | null) {
    await call(installationApi.updateInstallationGroup, {
      params: { id },
      body: { operator_monthly_tokens },
    });
    setOpen(false);
    await done(t("limitSaved"));
  }
  const usual = defaultTokens ?? 0;
  const most = own ?? usual;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            {name}
            {isMine && <span className="font-normal text-muted">{t("yours")}</span>}
            {isSuspended && <Badge tone="danger">{t("suspended")}</Badge>}
          </p>
          <p className="text-sm text-muted">
            {t("members", { members })} · {most ? t("usedOf", { used, most }) : t("used", { used })}
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t.rich("limit", { name, hidden: (text) => <span className="sr-only">{text}</span> })}
          </Button>
          {!isMine && (
            <SuspendButton name={name} isSuspended={isSuspended} suspend={suspend} reactivate={reactivate}>
              {t("suspendGroupHelp", { name })}
            </SuspendButton>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="mt-3">
          <TokensForm
            label={t("tokens")}
            help={t("tokensHelp", { usual })}
            before={own}
            placeholder={usual === 0 ? t("noLimit") : numberFormat(t.locale).format(usual)}
            save={limit}
            onCancel={() => setOpen(false)}
          />
        </div>
      )}
    </>
  );
}
