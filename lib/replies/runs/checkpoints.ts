import type { StoredAttachment, StoredPlan, StoredStep } from "@/db/schema/messages";
import type { ReplySource } from "@/lib/knowledge/search/service";
import type { ModelMessage } from "@/lib/llm/models/service";
import type { LiveRun } from "./live-runs";
import * as queries from "./queries/checkpoints";
import type { RunUsage } from "./run-usage";
import type { ToolContext } from "./tools";

/** Checkpoint of a run whose process has died, or of a paused run. */
export type Checkpoint = {
  rounds: queries.RoundRow[];
  steps: StoredStep[];
  plan: StoredPlan | null;
  hasDirections: boolean;
};
export const NOTHING_KEPT: Checkpoint = { rounds: [], steps: [], plan: null, hasDirections: false };

type RoundState = {
  model: string;
  text: string;
  sources: ReplySource[];
  given: string[];
  tally: Omit<RunUsage, "calls">;
  has: ToolContext["has"];
  made: StoredAttachment[];
  refused: string[];
  workedMs: number;
  /** Number of sources that were found for the question. Tools added the remaining ones. */
  givenSources: number;
};

export type Direction = { id: number; text: string };

export class Paused extends Error {}

/**
 * Agent steps of one reply. Each finished step is persisted as a checkpoint, from which another process can continue.
 * People can add directions between steps.
 */
export class Rounds {
  readonly turns: ModelMessage[];
  count: number;
  readonly before: RoundState | undefined;
  private keptText: number;
  private keptSources = 0;
  private keptGiven = 0;
  private givenSources = 0;

  constructor(
    private readonly live: LiveRun,
    private readonly assistantPosition: number,
    rounds: queries.RoundRow[] = [],
  ) {
    const states = rounds.map(({ state }) => state as RoundState);
    const last = states.at(-1);
    this.turns = rounds.flatMap(({ turns }) => turns as ModelMessage[]);
    this.count = rounds.length;
    this.before = last && {
      ...last,
      text: states.map(({ text }) => text).join(""),
      sources: states.flatMap(({ sources }) => sources),
      given: states.flatMap(({ given }) => given),
    };
    this.keptText = live.text.length + (this.before?.text.length ?? 0);
  }

  get workedMs(): number {
    return this.before?.workedMs ?? 0;
  }

  /** Marks the sources and URLs collected so far as part of the question rather than of a step. */
  begin({ sources, given }: ToolContext): void {
    this.givenSources = this.before?.givenSources ?? sources.length;
    // The first checkpoint contains the question's sources, so a resumed run has stored them already.
    this.keptSources = this.before ? sources.length : 0;
    this.keptGiven = given.length;
  }

  async hear(): Promise<Direction[]> {
    const { live } = this;
    if (!live.hasDirections) return [];
    live.hasDirections = false;
    const directions = await queries.listWaitingDirections({ taskId: live.id });
    for (const { text } of directions) live.step("direction", "Instructions", text);
    return directions;
  }

  /**
   * Persists a finished step together with directions, and pauses if requested.
   * @returns the messages to continue with
   * @throws Paused; the reason of the stop when another process owns the run by now
   */
  async close(
    turns: ModelMessage[],
    directions: Direction[],
    {
      model,
      setting,
      tally,
      workedMs,
    }: { model: string; setting: ToolContext; tally: RunUsage; workedMs: number },
  ): Promise<ModelMessage[]> {
    const { live } = this;
    const { calls: _, ...counted } = tally;
    const state = {
      model,
      text: live.text.slice(this.keptText),
      sources: setting.sources.slice(this.keptSources),
      given: setting.given.slice(this.keptGiven),
      tally: counted,
      has: setting.has,
      made: setting.made,
      refused: [...live.refused],
      workedMs,
      givenSources: this.givenSources,
    };
    const all = [...turns, ...directions.map(({ text }) => ({ role: "user" as const, text }))];
    this.count += 1;
    const isOurs = await queries.insertCheckpoint({
      taskId: live.id,
      assistantPosition: this.assistantPosition,
      round: this.count,
      turns: all,
      state,
      steps: live.steps,
      plan: live.plan,
      directionIds: directions.map(({ id }) => id),
    });
    if (!isOurs) live.stop("void");
    live.stopping.signal.throwIfAborted();
    this.keptText = live.text.length;
    this.keptSources = setting.sources.length;
    this.keptGiven = setting.given.length;
    if (live.isPauseAsked) {
      if (await queries.releasePausedRun({ taskId: live.id })) throw new Paused();
      live.pauses(false);
    }
    return all;
  }
}
