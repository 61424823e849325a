// Codec signatures: sample entries of MP4, codec ids of Matroska and WebM.
const MARKS: Record<string, string[]> = {
  AV1: ["av01", "V_AV1"],
  VVC: ["vvc1", "vvi1", "V_MPEGI/ISO/VVC"],
};
// The codecs of the tracks are listed within this many bytes from the start of the metadata.
const SCANNED_BYTES = 1_000_000;
const MAX_BOXES = 100;

export async function detectCodec(file: Blob, among: string[]): Promise<string | undefined> {
  if (among.length === 0) return undefined;
  const from = await descriptionIn(file);
  const head = new TextDecoder("latin1").decode(await file.slice(from, from + SCANNED_BYTES).arrayBuffer());
  return among.find((codec) => MARKS[codec]?.some((mark) => head.includes(mark)));
}

// Returns the offset of the `moov` box of an MP4 file, which may follow the media data; 0 for other files. ISO/IEC
// 14496-12 §4.2.
async function descriptionIn(file: Blob): Promise<number> {
  let at = 0;
  for (let box = 0; box < MAX_BOXES && at + 16 <= file.size; box++) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => head.getUint8(byte)));
    if (box === 0 && type !== "ftyp") return 0;
    if (type === "moov") return at;
    const size = head.getUint32(0);
    const length = size === 1 ? Number(head.getBigUint64(8)) : size;
    if (length < 8) return 0;
    at += length;
  }
  return 0;
}
