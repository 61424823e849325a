export const END: number;
export const NO_SPEECH: number;
export const PREVIOUS: number;
export const START: number;
export const TIMES: number;
export const TRANSLATE: number;
export function getLanguageToken(code: string): number;
export class Vocabulary {
  constructor(tokens: Buffer[]);
  text(tokens: number[]): string;
  encode(text: string): number[];
  unspoken(): Set<number>;
}
