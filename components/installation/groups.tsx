"use client";

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Group, groupsQuery, refreshGroups } from "@/components/data/installation";
import { useDebounced } from "@/components/search/use-debounced";
import { Button } from "@/components/ui/button";
import { PagedList } from "@/components/ui/read";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { installationApi } from "@/lib/ops/installation/contract";
import { count, counted } from "./numbers";
import { SearchList } from "./search-list";
import { Suspending } from "./suspending";
import { TokensForm } from "./tokens-form";

type Props = { myGroups: string[]; defaultTokens: number | undefined };

/** All groups, each to be limited, suspended and reactivated; not those that the reader is in. */
export function Groups({ myGroups, defaultTokens }: Props) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const groups = useInfiniteQuery({ ...groupsQuery(search), placeholderData: keepPreviousData });
  return (
    <SearchList id="groups" title="Groups" label="Search groups" text={text} onText={setText}>
      <PagedList query={groups} loading="Loading the groups" empty={`No matches for “${search}”.`}>
        {(group) => <Row group={group} isMine={myGroups.includes(group.id)} defaultTokens={defaultTokens} />}
      </PagedList>
    </SearchList>
  );
}

function Row({ group, isMine, defaultTokens }: Omit<Props, "myGroups"> & { group: Group; isMine: boolean }) {
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
    await done(`${name} is suspended.`);
  }
  async function reactivate() {
    await call(installationApi.reactivateGroup, { params: { id } });
    await done(`${name} can be used again.`);
  }
  async function limit(operator_monthly_tokens: number | null) {
    await call(installationApi.updateInstallationGroup, {
      params: { id },
      body: { operator_monthly_tokens },
    });
    setOpen(false);
    await done("The limit was saved.");
  }
  const usual = defaultTokens === undefined || defaultTokens === 0 ? "No limit" : count(defaultTokens);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            {name}
            {isMine && <span className="font-normal text-muted">(yours)</span>}
            {isSuspended && <Badge tone="danger">Suspended</Badge>}
          </p>
          <p className="text-sm text-muted">
            {counted(members, "member")} · {usedOf(used, own ?? defaultTokens)}
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Limit
            <span className="sr-only"> of {name}</span>
          </Button>
          {!isMine && (
            <Suspending name={name} isSuspended={isSuspended} suspend={suspend} reactivate={reactivate}>
              Nobody can open {name}, its public chats are gone, and its jobs, webhooks and inbound mail rest.
              Nothing is deleted.
            </Suspending>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="mt-3">
          <TokensForm
            label="Tokens a month"
            help={`Of the models that you provide. 0: no limit. Empty: the default (${usual}).`}
            before={own}
            placeholder={usual}
            save={limit}
            onCancel={() => setOpen(false)}
          />
        </div>
      )}
    </>
  );
}

const usedOf = (used: number, most: number | undefined): string =>
  most ? `${count(used)} of ${count(most)} tokens this month` : `${count(used)} tokens this month`;
