/** Launcher's styles. `!important` also wins over the site's own rules, such as one for every `div`. */
export const STYLE = `
:host{all:initial!important}
*{box-sizing:border-box}
button{position:fixed;bottom:20px;inset-inline-end:20px;width:56px;height:56px;border:1px solid transparent;border-radius:50%;background:var(--color);color:var(--mark);cursor:pointer;box-shadow:0 4px 16px #0004;z-index:2147483001;display:flex;align-items:center;justify-content:center;padding:0}
button:focus-visible{outline:3px solid;outline-offset:-7px}
b{font:28px/1 system-ui,sans-serif}
img{width:100%;height:100%;border-radius:50%;object-fit:cover}
svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
span{position:absolute;top:-4px;right:-4px;min-width:22px;height:22px;border-radius:11px;background:#b91c1c;color:#fff;font:600 13px/22px system-ui,sans-serif;padding:0 6px;text-align:center}
iframe{position:fixed;bottom:88px;inset-inline-end:20px;width:390px;height:640px;max-height:calc(100dvh - 108px);max-width:calc(100vw - 40px);border:0;border-radius:16px;box-shadow:0 8px 40px #0005;z-index:2147483000;background:#fff}
.left button,.left iframe{inset-inline:auto;left:20px}
[hidden]{display:none!important}
@media (max-width:640px){iframe,.left iframe{inset:0;width:100%;height:100dvh;max-width:none;max-height:none;border-radius:0}.is-full button{display:none}}
@media print{:host{display:none!important}}
`;

/** Uses a constructable stylesheet, because the site's CSP may forbid style elements. */
export function applyStyle(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
  } catch {
    // Safari before 16.4.
    const style = document.createElement("style");
    style.textContent = STYLE;
    root.append(style);
  }
}

const SVG = "http://www.w3.org/2000/svg";

/** Built with DOM methods, because Trusted Types may forbid parsing markup. */
export function createIcon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/**
 * Renders the avatar, an emoji or a picture.
 * @param refused Called if the picture can't be shown
 */
export function renderAvatar(avatar: string, refused: () => void): Element {
  const isPicture = avatar.startsWith("data:");
  const element = document.createElement(isPicture ? "img" : "b");
  if (!isPicture) element.textContent = avatar;
  else Object.assign(element, { alt: "", onerror: refused, src: avatar });
  return element;
}

/** Returns black or white, whichever contrasts more with a color in the format `rgb(1, 2, 3)` of `getComputedStyle`. */
export function getContrastColor(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}
