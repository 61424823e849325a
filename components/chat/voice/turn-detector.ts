/** Voice activity detection: recognizes the start and end of speech from ten volume levels per second. */

// Minimum volume of speech, 0 to 1. Speech must also be `TIMES` as loud as the noise.
const MIN_LEVEL = 0.08;
const TIMES = 2.5;
// Number of consecutive loud levels that count as speech; a click or cough is shorter.
const BEGINS = 3;
// Number of consecutive quiet levels that end a turn; pauses within a sentence are shorter.
const ENDS = 15;
// Smoothing factor of the noise level.
const NOISE_SMOOTHING = 0.05;

export class TurnDetector {
  private around: number;
  private loud = 0;
  private quiet = 0;
  private hasSpoken = false;

  /** @param around Initial noise level, 0 to 1 */
  constructor(around = 0.01) {
    this.around = around;
  }

  /** Processes the volume of a tenth of a second. */
  hear(level: number): "waiting" | "speaking" | "ended" {
    const isLoud = level > Math.max(MIN_LEVEL, this.around * TIMES);
    if (!isLoud) this.around += (level - this.around) * NOISE_SMOOTHING;
    this.loud = isLoud ? this.loud + 1 : 0;
    this.quiet = isLoud ? 0 : this.quiet + 1;
    if (this.loud >= BEGINS) this.hasSpoken = true;
    if (!this.hasSpoken) return "waiting";
    return this.quiet >= ENDS ? "ended" : "speaking";
  }
}
