/** Tells from how loud it is, ten times a second, when somebody begins to speak and when they have ended. */

/** Louder than what is around, 0 to 1, and than that times this. */
const MIN_LEVEL = 0.08;
const TIMES = 2.5;
/** So many loud moments in a row are speech: a click or a cough has fewer. */
const BEGINS = 3;
/** So many quiet ones after it end a turn: people pause for less within a sentence. */
const ENDS = 15;
/** How fast what is around is followed. */
const FOLLOWED = 0.05;

export class TurnDetector {
  private around: number;
  private loud = 0;
  private quiet = 0;
  private hasSpoken = false;

  /** @param around How loud it is without speech, as far as that is known, 0 to 1 */
  constructor(around = 0.01) {
    this.around = around;
  }

  /** Takes the loudness of a tenth of a second. */
  hear(level: number): "waiting" | "speaking" | "ended" {
    const isLoud = level > Math.max(MIN_LEVEL, this.around * TIMES);
    if (!isLoud) this.around += (level - this.around) * FOLLOWED;
    this.loud = isLoud ? this.loud + 1 : 0;
    this.quiet = isLoud ? 0 : this.quiet + 1;
    if (this.loud >= BEGINS) this.hasSpoken = true;
    if (!this.hasSpoken) return "waiting";
    return this.quiet >= ENDS ? "ended" : "speaking";
  }
}
