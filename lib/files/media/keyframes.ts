import { watch } from "./frame-comparison";
import { analyzePicture, isSame, type Picture, type PictureFeatures, toJpeg, toRgb } from "./pictures";
import { type Cut, LOOKAHEAD_SECONDS, SceneChanges } from "./scenes";
import { RULES, type Sensitivity } from "./sensitivity";

export type Keyframe = { seconds: number; jpeg: Buffer };
export type KeyframeOptions = {
  groupId: string;
  sensitivity: Sensitivity;
  signal?: AbortSignal;
  onProgress?: (percent: number) => void;
};

const MAX_KEYFRAMES = 300;
const MAX_BUFFERED_FRAMES = 12;
const MAX_WAITING_SCENES = 4;
const EMPTY = 1.5;

type KeyframeCandidate = Keyframe & { looks: PictureFeatures; length: number };

/**
 * Extracts one keyframe per scene in order, without duplicates, as a JPEG at most 1280 pixels wide. Deterministic for
 * a file and sensitivity.
 * @throws MediaError when there is no readable video
 */
export async function extractKeyframes(path: string, options: KeyframeOptions): Promise<Keyframe[]> {
  const { groupId, sensitivity, signal, onProgress } = options;
  const changes = new SceneChanges(sensitivity);
  const scene = new Scene();
  const album = new Album();
  const enter = (cuts: Cut[]) => {
    for (const cut of cuts) album.add(scene.end(cut));
  };
  const last = await watch(path, {
    groupId,
    // Slightly shorter than the shortest scene, so that each scene has a frame.
    every: RULES[sensitivity].shortest * 0.9,
    onSmall: (frame) => enter(changes.push(frame)),
    onPicture: (picture) => scene.show(picture),
    settled: () => album.settled(),
    onProgress,
    signal,
  });
  enter(changes.end());
  enter([{ seconds: last + 1e-6, from: last, until: last }]);
  const found = await album.close();
  onProgress?.(100);
  return found;
}

type SceneFrame = { picture: Picture; length: number };

class Scene {
  readonly #pictures: Picture[] = [];
  #began = 0;
  #pure = 0;

  show(picture: Picture): void {
    this.#pictures.push(picture);
    // Later frames may belong to the next scene, since its start isn't determined yet.
    const own = this.#pictures.filter(({ seconds }) => seconds < picture.seconds - LOOKAHEAD_SECONDS);
    if (own.length <= MAX_BUFFERED_FRAMES) return;
    // Drops frames before the middle of the scene, because the middle only moves forward.
    const middle = (this.#pure + own.at(-1)!.seconds) / 2;
    const before = own.findLastIndex(({ seconds }) => seconds <= middle);
    const ahead = own.slice(Math.max(0, before));
    const fewer = ahead.length > MAX_BUFFERED_FRAMES / 2 ? ahead.filter((_, n) => n % 2 === 0) : ahead;
    this.#pictures.splice(0, own.length, ...fewer);
    for (const dropped of own) if (!fewer.includes(dropped)) dropped.release();
  }

  end({ seconds, from, until }: Cut): SceneFrame | undefined {
    const middle = (this.#pure + Math.max(this.#pure, from)) / 2;
    const own = this.#pictures.filter(
      (picture) => picture.seconds >= this.#began && picture.seconds < seconds,
    );
    const far = (picture: Picture) => Math.abs(picture.seconds - middle);
    const picture = own.toSorted((a, b) => far(a) - far(b))[0];
    const length = seconds - this.#began;
    const before = this.#pictures.filter((one) => one.seconds < seconds);
    for (const dropped of before) if (dropped !== picture) dropped.release();
    this.#pictures.splice(0, before.length);
    this.#began = seconds;
    this.#pure = until;
    return picture && { picture, length };
  }
}

class Album {
  #kept: KeyframeCandidate[] = [];
  #empty: Keyframe | undefined;
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();

  add(frame: SceneFrame | undefined): void {
    if (!frame) return;
    this.#waiting++;
    this.#work = this.#work.then(() => this.#keep(frame)).finally(() => this.#waiting--);
    // Avoids an unhandled rejection. The error surfaces when the remaining work is awaited.
    this.#work.catch(() => {});
  }

  settled(): Promise<void> | undefined {
    return this.#waiting > MAX_WAITING_SCENES ? this.#work : undefined;
  }

  async close(): Promise<Keyframe[]> {
    await this.#work;
    const found = this.#kept.length > 0 || !this.#empty ? this.#kept : [this.#empty];
    return found.map(({ seconds, jpeg }) => ({ seconds, jpeg }));
  }

  async #keep({ picture, length }: SceneFrame) {
    const { seconds } = picture;
    const rgb = toRgb(picture);
    picture.release();
    const looks = await analyzePicture(rgb, picture);
    if (looks.contrast < EMPTY) {
      this.#empty ??= { seconds, jpeg: await toJpeg(rgb, picture) };
      return;
    }
    const same = this.#kept.find((other) => isSame(looks, other.looks));
    if (same) same.length += length;
    else this.#kept.push({ seconds, length, looks, jpeg: await toJpeg(rgb, picture) });
    if (this.#kept.length > MAX_KEYFRAMES) {
      const shortest = this.#kept.reduce((a, b) => (b.length < a.length ? b : a));
      this.#kept.splice(this.#kept.indexOf(shortest), 1);
    }
  }
}
