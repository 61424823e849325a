// @ts-check

/** Destinations without visible text (RTF 1.9.1). */
export const UNSEEN = new Set(
  "fonttbl colortbl stylesheet info pict objdata objclass objname objalias themedata colorschememapping listtable listoverridetable pntxta pntxtb rsidtbl generator xmlnstbl fldinst datastore latentstyles revtbl userprops filetbl ftnsep ftnsepc aftnsep bkmkstart bkmkend atnid atndate atnref atrfstart atrfend pgdsctbl nonshppict sp xe tc".split(
    " ",
  ),
);
export const SEEN = new Set(
  "footnote annotation atnauthor shptxt shprslt shppict shpinst do dptxbxtext moMath moMathPara objdata ud".split(
    " ",
  ),
);
export const MATH_PROPERTIES = /^m[a-zA-Z]*Pr$/;

/** Control words that represent a character. @type {Record<string, string>} */
export const CHARACTERS = {
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
  tab: " ",
  zwj: "\u200d",
  zwnj: "\u200c",
  "~": "\u00a0",
  _: "-",
};

/** Font encodings by `fcharset`. @type {Record<number, string>} */
export const CHARSETS = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gb18030",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
  254: "cp437",
};

/** Document encodings by control words without a parameter. @type {Record<string, string>} */
export const ENCODINGS = { mac: "macintosh", pc: "cp437", pca: "cp850" };
