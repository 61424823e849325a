"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { State } from "@/components/data/installation";
import { statusQuery } from "@/components/data/installation";
import { Read } from "@/components/ui/read";
import { FactList, PageSection } from "@/components/ui/section";
import { Badge } from "@/components/ui/states";
import { fullTime, useTimeZone } from "@/components/workspace/time";
import { Failures } from "./failures";
import { SlowOperations } from "./slow-operations";
import { count, sizeOf } from "./wording";

/** In ms. */
const LOOK_EVERY = 10_000;

/** How the installation is, for its owner; looked at again every ten seconds. */
export function Status() {
  const state = useQuery({
    ...statusQuery,
    refetchInterval: LOOK_EVERY,
  });
  return (
    <PageSection title="Status" lead="How this installation is. Only its owner sees this page.">
      <Read query={state} loading="Looking how everything is" className="h-64 rounded-xl">
        {(data) => (
          <>
            <Parts state={data} />
            <Failures queue={data.queue} />
            <SlowOperations rows={data.slow_operations} />
          </>
        )}
      </Read>
    </PageSection>
  );
}

function Parts({ state }: { state: State }) {
  const timeZone = useTimeZone();
  const { queue, storage, database, semantic_search: search, index_backlog: index, providers } = state;
  return (
    <FactList>
      <Part name="Background work" is={queue.failed > 0 ? ["warning", "Some failed"] : ["success", "Works"]}>
        {queue.engine === "inngest"
          ? `By Inngest; ${count(queue.waiting)} events wait to be carried there, ${count(queue.failed)} runs failed in seven days.`
          : `${count(queue.running)} running, ${count(queue.waiting)} waiting, ${count(queue.failed)} failed in seven days.`}
      </Part>
      <Part name="Replies">
        {count(state.replies_running)} being written. Open streams at this process:{" "}
        {count(state.streams_open)}.
      </Part>
      <Part name="Models" is={providers.length === 0 ? ["neutral", "None"] : undefined}>
        {providers.length > 0
          ? `${providers.join(", ")}. Groups can connect others.`
          : "The environment connects no provider. Groups can connect their own."}
      </Part>
      <Part
        name="Semantic search"
        is={!search || search.problem ? ["warning", "Does not work"] : ["success", "Works"]}
      >
        {search ? `${search.model}. ${search.problem ?? ""} ` : "Its state is not known. "}
        {index.oldest_at === null ? (
          "Every message is indexed."
        ) : (
          <>
            {count(index.messages)} messages wait to be indexed, the oldest since{" "}
            <time dateTime={index.oldest_at}>{fullTime(index.oldest_at, timeZone)}</time>.
          </>
        )}
      </Part>
      <Part name="Files" is={storage.works ? ["success", "Works"] : ["danger", "Cannot be written"]}>
        {count(storage.files)} files, {sizeOf(storage.bytes)}.
      </Part>
      <Part name="Database" is={["success", "Works"]}>
        {database.kind === "embedded" ? "Embedded" : "PostgreSQL"}, {sizeOf(database.bytes)}.
      </Part>
      <Part name="Process">
        Parley {state.version} on Node {state.node.replace(/^v/, "")}, since{" "}
        <time dateTime={state.started_at}>{fullTime(state.started_at, timeZone)}</time>, with{" "}
        {sizeOf(state.memory_bytes)} of memory.{" "}
        {state.processes === 1 ? "It is the only one." : `It is one of ${state.processes}.`}
      </Part>
    </FactList>
  );
}

type Tone = "success" | "warning" | "danger" | "neutral";

function Part({ name, is, children }: { name: string; is?: [Tone, string]; children: ReactNode }) {
  return (
    <div className="px-4 py-3">
      <dt className="flex items-center justify-between gap-3 font-medium">
        {name}
        {is && <Badge tone={is[0]}>{is[1]}</Badge>}
      </dt>
      <dd className="mt-0.5 text-sm text-muted wrap-anywhere">{children}</dd>
    </div>
  );
}
