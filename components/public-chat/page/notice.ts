export type NoticeChoice = [label: string, choose: () => void];

/** Controls the notice above the composer. A notice of the kind `lost` is cleared when the connection is back. */
export function createNoticeLine(line: HTMLElement) {
  let resting = "";

  function say(given: string, choices: NoticeChoice[] = [], kind: "" | "lost" = ""): void {
    const text = given || resting;
    line.dataset.kind = kind;
    // A repeated notice must not be announced again.
    if (choices.length === 0 && !line.hidden && line.textContent === text) return;
    line.hidden = text === "";
    const said = document.createElement("span");
    said.textContent = text;
    line.replaceChildren(
      said,
      ...choices.map(([label, choose]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "plain-button";
        button.textContent = label;
        button.onclick = () => {
          say("");
          choose();
        };
        return button;
      }),
    );
  }

  return {
    say,
    /** Sets the default text, shown while there is no other notice. */
    rest(text: string): void {
      const isResting = line.hidden || line.textContent === resting;
      resting = text;
      if (isResting) say("");
    },
    found: () => {
      if (line.dataset.kind === "lost") say("");
    },
  };
}
