// Inline styles, so that the page is readable with its first bytes. The colors are the brand's (docs/design.md);
// custom colors override the variables (`lib/channels/public-chats/appearance.ts`, which knows the two page
// backgrounds). Text always has the full text color of its background, so that it stays readable on custom ones.
const LIGHT =
  "--background:#fff;--background-text:#1a211e;--agent:#edf0ea;--agent-text:#1a211e;--guest:#14614f;--guest-text:#fff;--scheme:light;--quiet:.65";
const DARK =
  "--background:#141715;--background-text:#e7ebe6;--agent:#242927;--agent-text:#e7ebe6;--guest:#6fc9b0;--guest-text:#06251d;--scheme:dark;--quiet:.65";
// Background of code, dialogs and popovers, which follows the theme rather than custom colors.
const PAPER = "--ground:#fff;--ground-text:#1a211e;--ground-scheme:light";
const SLATE = "--ground:#141715;--ground-text:#e7ebe6;--ground-scheme:dark";
const CODE = [
  "pre{color-scheme:var(--ground-scheme)}.hljs-comment,.hljs-quote{font-style:italic}",
  ".hljs-keyword,.hljs-selector-tag,.hljs-literal,.hljs-section,.hljs-name{color:light-dark(#8a2257,#f29ac4)}",
  ".hljs-string,.hljs-regexp,.hljs-addition,.hljs-attribute,.hljs-template-tag{color:light-dark(#1c6b39,#8fd6a6)}",
  ".hljs-number,.hljs-symbol,.hljs-bullet,.hljs-meta{color:light-dark(#8a4b00,#eabf73)}",
  ".hljs-title,.hljs-type,.hljs-built_in{color:light-dark(#155a9c,#8cc0f5)}",
].join("");

// Print styles: the whole conversation without controls. Browsers print no backgrounds, so bubbles get a border.
const ON_PAPER = [
  "body{height:auto;display:block;overflow:visible}main{overflow:visible}",
  "form,button,.notice,.typing,#newest,#earlier{display:none!important}",
  "body .bubble{background:none;color:inherit;border:1px solid}pre{white-space:pre-wrap;overflow:visible}.table{overflow:visible}",
  "article{break-inside:avoid-page}",
].join("");

const RULES = `
*{box-sizing:border-box}
html{height:100%;color-scheme:var(--scheme)}
body{margin:0;height:100dvh;display:flex;flex-direction:column;background:var(--background);color:var(--background-text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow:hidden}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
a{color:inherit;text-underline-offset:2px}
header{display:flex;align-items:center;gap:4px;padding:8px 8px 8px 16px;padding-inline:16px 8px;border-bottom:1px solid color-mix(in srgb,currentColor 18%,transparent);min-height:56px}
.avatar{flex:none;width:32px;height:32px;margin-inline-end:4px;border-radius:50%;object-fit:cover;display:grid;place-items:center;background:var(--agent);font-size:18px}
h1{flex:1;min-width:0;margin:0;font-size:17px;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
button{font:inherit;color:inherit;background:none;border:0;cursor:pointer;border-radius:10px}
button:disabled{cursor:default;opacity:.5}
.icon{display:inline-flex;align-items:center;justify-content:center;width:40px;height:40px;flex:none}
.icon:hover:not(:disabled),.chip:hover,.plain-button:hover{background:color-mix(in srgb,currentColor 12%,transparent)}
svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
main{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;scrollbar-gutter:stable}
.column{max-width:760px;margin:0 auto;width:100%;padding:16px;display:flex;flex-direction:column;gap:12px}
.messages,.column-top{display:flex;flex-direction:column;gap:12px}.messages:empty,.column-top:empty{display:none}
article{display:flex;flex-direction:column;align-items:flex-start;max-width:88%}
article.guest{align-self:flex-end;align-items:flex-end}
.author{font-size:13px;margin:0 4px 2px}
.bubble{padding:10px 14px;border-radius:16px;background:var(--agent);color:var(--agent-text);overflow-wrap:anywhere;max-width:100%;min-width:40px;min-height:44px}
.guest .bubble{background:var(--guest);color:var(--guest-text);white-space:pre-wrap}
.bubble>:first-child{margin-top:0}.bubble>:last-child{margin-bottom:0}
.bubble p,.bubble ul,.bubble ol,.bubble blockquote,.bubble pre,.bubble .table{margin:8px 0}
.bubble ul,.bubble ol{padding-inline-start:24px}
.bubble h3,.bubble h4,.bubble h5,.bubble h6{margin:12px 0 4px;font-size:1em;line-height:1.3}.bubble h3{font-size:1.15em}
.bubble blockquote{margin-inline:0;padding-inline-start:12px;border-inline-start:3px solid currentColor}
.plain{white-space:pre-wrap}.formula{display:block;margin:8px 0;white-space:pre;overflow-x:auto}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;direction:ltr;unicode-bidi:isolate}
pre{background:var(--ground);color:var(--ground-text);overflow-x:auto;padding:10px;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:8px;direction:ltr;text-align:left}
.table{overflow-x:auto}table{border-collapse:collapse}th,td{padding:4px 10px;border:1px solid color-mix(in srgb,currentColor 30%,transparent);text-align:start;min-width:6rem;overflow-wrap:break-word}[align=center]{text-align:center}[align=right]{text-align:right}[align=left]{text-align:left}
li:has(>input[type=checkbox]){list-style:none;margin-inline-start:-20px}li>input[type=checkbox]{margin-inline-end:6px}
.code{position:relative;margin:8px 0}.bubble .code pre{margin:0;padding-inline-end:44px}.code .icon{position:absolute;top:4px;right:4px;width:32px;height:32px;background:var(--ground);color:var(--ground-text)}.code svg{width:16px;height:16px}
hr{border:0;border-top:1px solid}
.files{display:flex;flex-wrap:wrap;align-items:flex-end;gap:6px;margin:6px 0 0;padding:0;list-style:none}
.guest .files{justify-content:flex-end}
.files li,.chip{display:inline-flex;align-items:center;gap:6px;border:1px solid color-mix(in srgb,currentColor 55%,transparent);border-radius:10px;padding:4px 10px;font-size:14px;overflow-wrap:anywhere;max-width:100%}
.mark{margin:4px;font-size:14px;display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px}
.tools{display:flex;gap:2px}.tools .icon{width:32px;height:32px}.tools svg{width:16px;height:16px}
.rate[aria-pressed=true] svg{fill:currentColor}.down svg{transform:scaleY(-1)}@media (hover:hover){article:not(:last-of-type):not(:hover):not(:focus-within) .rate:not([aria-pressed=true]){opacity:0}}
.rating{border:0;padding:0;width:min(420px,100%)}.rating fieldset{display:flex;gap:4px;border:0;padding:0;margin:0 0 12px}.rating legend{padding:0 0 8px;font-weight:600}.rating fieldset label{flex:1;min-width:0;display:flex;flex-direction:column;align-items:center;gap:2px;padding:6px 2px;border:1px solid transparent;border-radius:10px;font-size:13px;line-height:1.2;text-align:center;cursor:pointer}.rating label:has(:checked){border-color:currentColor}.rating label span{font-size:26px;line-height:1.2}.sentence{display:flex;flex-direction:column;gap:4px;font-size:14px}
.suggestions{display:flex;flex-wrap:wrap;gap:8px}.chip{min-height:40px;text-align:start;padding:8px 14px;font-size:15px}
.typing{padding:0 18px 6px;font-size:14px}.typing:empty{display:none}
.notice{margin:0;padding:8px 16px;border-top:1px solid color-mix(in srgb,currentColor 18%,transparent);font-size:14px;display:flex;flex-wrap:wrap;gap:8px;align-items:center}
#team p{margin:0}#team form{border:0;padding:0;display:flex;flex-wrap:wrap;gap:8px;flex:1 1 100%}
input[type=email]{flex:1 1 180px;min-width:0;min-height:42px;font:inherit;color:inherit;background:transparent;border:1px solid color-mix(in srgb,currentColor 55%,transparent);border-radius:14px;padding:8px 14px}
.plain-button{padding:6px 14px;border:1px solid color-mix(in srgb,currentColor 55%,transparent);min-height:40px}
form{border-top:1px solid color-mix(in srgb,currentColor 18%,transparent);padding:8px max(8px,env(safe-area-inset-right)) 8px max(8px,env(safe-area-inset-left))}
.row{display:flex;align-items:flex-end;gap:4px;max-width:760px;margin:0 auto}
textarea{flex:1;min-width:0;font:inherit;color:inherit;background:transparent;border:1px solid color-mix(in srgb,currentColor 55%,transparent);border-radius:14px;padding:8px 14px;resize:none;max-height:160px;min-height:42px}
textarea::placeholder{color:inherit;opacity:var(--quiet)}textarea:disabled{opacity:.5}textarea:focus-visible{outline-offset:-1px}
#chosen{margin-bottom:8px;padding-inline:4px}#send{background:var(--guest);color:var(--guest-text);border-radius:50%;margin-inline-start:2px}#send:focus-visible{outline-color:var(--background-text)}#send:hover:not(:disabled){filter:brightness(1.15)}
footer{font-size:13px;text-align:center;padding:0 16px 8px;padding-bottom:max(8px,env(safe-area-inset-bottom));overflow-wrap:anywhere}
.dots::after{content:"…";animation:blink 1.2s infinite}@keyframes blink{50%{opacity:.2}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
dialog{max-width:min(960px,calc(100vw - 24px));border:1px solid;border-radius:14px;background:var(--ground);color:var(--ground-text);padding:12px}dialog::backdrop{background:#000a}dialog img{display:block;max-width:100%;max-height:calc(100dvh - 140px);margin:0 auto 12px}.choices{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px}
dialog.menu[open]{display:flex;flex-direction:column;gap:8px;width:min(420px,calc(100vw - 24px));max-height:calc(100dvh - 24px);overflow-y:auto}.menu>.plain-button{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 12px;text-align:start;padding:10px 14px;flex:none}.menu time{font-size:13px}.menu bdi{overflow-wrap:anywhere}.menu .messages{overflow-y:auto;min-height:120px;padding:4px}.menu form{border:0;padding:0}.menu label{display:flex;flex-direction:column;gap:4px}.menu input{font:inherit;color:inherit;background:transparent;border:1px solid color-mix(in srgb,currentColor 55%,transparent);border-radius:10px;padding:8px 12px;min-height:42px}.menu p{margin:8px 0;font-size:14px}
.file{display:inline-flex;align-items:center;gap:6px;padding:0;min-height:32px;text-align:start;text-decoration:underline;text-underline-offset:2px;overflow-wrap:anywhere}button[aria-busy=true]{opacity:.6}
.files .picture{padding:4px 8px}.picture .file{flex-direction:column;align-items:flex-start;justify-content:flex-end;min-height:154px}.file img{height:120px;max-width:100%;object-fit:contain;border-radius:6px}
.cite{min-width:24px;height:24px;padding:0 6px;margin-inline:2px;border:1px solid color-mix(in srgb,currentColor 55%,transparent);font-size:12px;line-height:1;vertical-align:2px}.cite:hover{background:color-mix(in srgb,currentColor 12%,transparent)}
.source{width:560px;overflow-wrap:anywhere}.source h2{margin:0;font-size:16px}.source p{margin:2px 0 0;font-size:14px}.passage{white-space:pre-wrap;margin:8px 0 12px;padding-inline-start:12px;border-inline-start:3px solid;max-height:50dvh;overflow-y:auto}
#earlier{align-self:center}.over{position:relative;height:0}#newest{position:absolute;bottom:8px;inset-inline:0;margin:0 auto;width:max-content;background:var(--ground);color:var(--ground-text)}
html{${PAPER}}html[data-theme=dark]{${SLATE}}
${CODE}
`;

/** @param own Declarations of custom colors for each theme, generated by the server from numbers */
export function buildStyle(own: { light: string; dark: string }): string {
  const light = `${LIGHT};${own.light}`;
  const dark = `${DARK};${own.dark}`;
  // The site may change the theme while the page is open.
  const system = `@media (prefers-color-scheme:dark){html:not([data-theme]){${dark};${SLATE}}}`;
  const print = `@media print{html:root{${LIGHT};${PAPER}}${ON_PAPER}}`;
  return `${RULES.replaceAll("\n", "")}html{${light}}html[data-theme=dark]{${dark}}${system}${print}`;
}
