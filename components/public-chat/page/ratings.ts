import type { Api, PageSettings } from "./api";
import { icons } from "./icons";
import type { Texts } from "./texts";

export function createRatings(texts: Texts, api: () => Api) {
  const given = new Map<number, boolean>();
  let rating: number | null = null;

  async function ask(): Promise<void> {
    const { askRating } = await import("./rating-form");
    rating = (await askRating(texts, rating, api().rateAll)) ?? rating;
  }

  return {
    begin(settings?: PageSettings): void {
      rating = settings?.rating ?? null;
      for (const { message_id, is_good } of settings?.reply_ratings ?? []) given.set(message_id, is_good);
    },
    forget: (id: number) => given.delete(id),
    thumbs(bar: HTMLElement, id: number): void {
      const buttons = [true, false].map((isGood) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "icon rate";
        button.ariaLabel = button.title = isGood ? texts.good : texts.bad;
        button.innerHTML = icons.thumb;
        if (!isGood) button.classList.add("down");
        button.onclick = async () => {
          const before = given.get(id);
          const now = before === isGood ? undefined : isGood;
          show(now);
          await api()
            .rate(id, now)
            .catch(() => show(before));
        };
        bar.append(button);
        return button;
      });
      const show = (now: boolean | undefined) => {
        if (now === undefined) given.delete(id);
        else given.set(id, now);
        for (const [at, button] of buttons.entries()) button.ariaPressed = String(now === (at === 0));
      };
      show(given.get(id));
    },
    ask,
    async askAtEnd(): Promise<void> {
      if (rating === null && document.querySelector("article[data-id]:not(.guest)"))
        await ask().catch(() => {});
    },
  };
}
