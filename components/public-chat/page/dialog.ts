export function createDialog(label: string, className = ""): HTMLDialogElement {
  const window = document.createElement("dialog");
  window.ariaLabel = label;
  window.className = className;
  window.onclose = () => window.remove();
  window.onclick = ({ target }) => target === window && window.close();
  document.body.append(window);
  window.showModal();
  return window;
}

export function fill(window: HTMLDialogElement, label: string, ...content: Node[]): void {
  window.ariaLabel = label;
  window.replaceChildren(...content);
  window.querySelector<HTMLElement>("input,button")?.focus();
}

export function createPlainButton(label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain-button";
  button.textContent = label;
  button.onclick = act;
  return button;
}

export function createButtonRow(...buttons: HTMLElement[]): HTMLElement {
  const choices = document.createElement("div");
  choices.className = "choices";
  choices.append(...buttons);
  return choices;
}
