import type { StoredAttachment, StoredPlan, StoredStep } from "@/db/schema/messages";
import type { ModelMessage } from "@/lib/ai/models/service";
import type { Source } from "@/lib/knowledge/search/service";
import type { LiveRun } from "./live";
import * as queries from "./queries/rounds";
import type { Tally } from "./tally";
import type { Setting } from "./tools";

/** What is known of a run that its process left behind, or that was paused. */
export type Kept = {
  rounds: queries.RoundRow[];
  steps: StoredStep[];
  plan: StoredPlan | null;
  /** Somebody said something to it while nobody ran it. */
  hasDirections: boolean;
};
export const NOTHING_KEPT: Kept = { rounds: [], steps: [], plan: null, hasDirections: false };

/** What a round adds to a reply besides its turns. */
type State = {
  /** The model that is asked. */
  model: string;
  /** Of this round alone. */
  text: string;
  sources: Source[];
  given: string[];
  /** After this round. */
  tally: Omit<Tally, "calls">;
  has: Setting["has"];
  made: StoredAttachment[];
  refused: string[];
  workedMs: number;
  /** How many of all sources the model was given with the question. */
  givenSources: number;
};

export type Direction = { id: number; text: string };

/** A run that was paused is left to whoever continues it. */
export class Paused extends Error {}

/**
 * The rounds of one reply: in each the model asks for tools and is told what they answer. A finished one is kept, so
 * that whoever takes the reply up goes on behind it, and people are heard between them.
 */
export class Rounds {
  /** What the finished ones added to the conversation. */
  readonly turns: ModelMessage[];
  count: number;
  /** What of the reply there is already. */
  readonly before: State | undefined;
  private keptText: number;
  private keptSources = 0;
  private keptGiven = 0;
  private givenSources = 0;

  constructor(
    private readonly live: LiveRun,
    private readonly assistantPosition: number,
    kept: queries.RoundRow[] = [],
  ) {
    const states = kept.map(({ state }) => state as State);
    const last = states.at(-1);
    this.turns = kept.flatMap(({ turns }) => turns as ModelMessage[]);
    this.count = kept.length;
    this.before = last && {
      ...last,
      text: states.map(({ text }) => text).join(""),
      sources: states.flatMap(({ sources }) => sources),
      given: states.flatMap(({ given }) => given),
    };
    this.keptText = live.text.length + (this.before?.text.length ?? 0);
  }

  /** How long the finished ones took, in ms. */
  get workedMs(): number {
    return this.before?.workedMs ?? 0;
  }

  /** What the model has been given by now is not what rounds add. */
  begin({ sources, given }: Setting): void {
    this.givenSources = this.before?.givenSources ?? sources.length;
    // With the sources of the first round kept once, those that came with the question are among them.
    this.keptSources = this.before ? sources.length : 0;
    this.keptGiven = given.length;
  }

  /** What people have said to the reply since it last heard, each as a step that its readers see. */
  async hear(): Promise<Direction[]> {
    const { live } = this;
    if (!live.hasDirections) return [];
    live.hasDirections = false;
    const directions = await queries.waitingDirections({ taskId: live.id });
    for (const { text } of directions) live.step("direction", "Instructions", text);
    return directions;
  }

  /**
   * Keeps a finished round with what people said meanwhile, and pauses when somebody has asked for it.
   * @returns what follows in the conversation
   * @throws Paused; the reason of the stop when the run is another process's by now
   */
  async close(
    turns: ModelMessage[],
    directions: Direction[],
    { model, setting, tally, workedMs }: { model: string; setting: Setting; tally: Tally; workedMs: number },
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
    const isOurs = await queries.keepRound({
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
      if (await queries.park({ taskId: live.id })) throw new Paused();
      live.pauses(false);
    }
    return all;
  }
}
