import { createHash } from "node:crypto";
import { securityHeaders } from "./security-headers";

// The colors of `app/globals.css`, which isn't served before the server is ready.
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#f7f8f5,#141715);color:light-dark(#1a211e,#e7ebe6);font:16px/26px ui-sans-serif,system-ui,sans-serif}
main{padding:24px;text-align:center}
svg{width:40px;height:40px;color:light-dark(#14614f,#6fc9b0)}
h1{margin:16px 0 4px;font-size:20px;line-height:28px;font-weight:600}
p{margin:0;font-size:14px;line-height:20px;color:light-dark(#56605a,#a3ada6)}
div{width:160px;height:4px;margin:24px auto 0;border-radius:2px;overflow:hidden;background:light-dark(#dbe0d7,#2f3633)}
div::before{content:"";display:block;width:40%;height:100%;border-radius:2px;background:light-dark(#14614f,#6fc9b0);animation:move 1.6s ease-in-out infinite alternate}
@keyframes move{to{transform:translateX(150%)}}
@media (prefers-reduced-motion:reduce){div::before{animation:none}}
@media (forced-colors:active){div{outline:1px solid}div::before{background:CanvasText}}`;

const LOGO = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z"/></svg>`;

/** Page that is shown while the server starts. It loads nothing, and reloads itself until the server is ready. */
export const STARTING_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="2"><title>Parley is starting</title><style>${STYLE}</style></head><body><main>${LOGO}<h1>Parley is starting</h1><p>This page opens as soon as it is ready.</p><div></div></main></body></html>`;

const styleHash = createHash("sha256").update(STYLE).digest("base64");

export const startingPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-length": String(Buffer.byteLength(STARTING_PAGE)),
  "content-security-policy": `${securityHeaders["content-security-policy"]}; style-src 'sha256-${styleHash}'`,
};
