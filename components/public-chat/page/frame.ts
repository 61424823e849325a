import { isEmbedded, onLauncher, postToHost } from "./host";

type Launched = Parameters<typeof onLauncher>[0] & {
  end: () => Promise<void>;
};

export function createFrame({ end, shown, ...heard }: Launched): void {
  if (!isEmbedded) return;
  const [minimise, close] = ["minimise", "close"].map(
    (id) => document.getElementById(id) as HTMLButtonElement,
  ) as [HTMLButtonElement, HTMLButtonElement];
  const putAway = () => postToHost({ type: "close", ended: false });
  minimise.onclick = putAway;
  close.onclick = async () => {
    await end();
    postToHost({ type: "close", ended: true });
  };
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog")) putAway();
  });
  onLauncher({
    ...heard,
    shown(isNow) {
      for (const button of [minimise, close]) {
        button.hidden = false;
        button.disabled = false;
      }
      shown(isNow);
    },
  });
  const column = document.querySelector(".column")!;
  new ResizeObserver(() => postToHost({ type: "resize", height: column.scrollHeight })).observe(column);
}
