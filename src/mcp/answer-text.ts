import { MAX_ANSWER_BYTES } from './limits.js';
import type { ToolAnswer } from './tool.js';

/** An answer within the size limit. */
export type SentAnswer = Required<Pick<ToolAnswer, 'text' | 'value'>>;

/**
 * Shortens an answer to the limit: omits its spare parts, which `left_out` names, and truncates the text. If that is not
 * enough, omits the complete value.
 */
export function withinLimit({ text, value, spare = [] }: ToolAnswer, bytes = MAX_ANSWER_BYTES): SentAnswer {
  const cut = cutText(text, bytes);
  let kept: Readonly<Record<string, unknown>> = value;
  const left_out: string[] = [];
  for (const key of spare) {
    if (fits(kept, bytes)) break;
    const { [key]: gone, ...rest } = kept;
    if (gone === undefined) continue;
    left_out.push(key);
    kept = rest;
  }
  if (!fits(kept, bytes)) return { text: cut, value: { left_out: Object.keys(value) } };
  return { text: cut, value: left_out.length === 0 ? kept : { ...kept, left_out } };
}

function fits(value: unknown, bytes: number): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= bytes;
}

export function cutText(text: string, bytes: number): string {
  const whole = Buffer.from(text);
  if (whole.length <= bytes) return text;
  // Drops an incomplete character at the end.
  const begin = new TextDecoder().decode(whole.subarray(0, bytes)).replace(/\uFFFD$/, '');
  return `${begin}\n\nThe rest is omitted: the text has ${whole.length} bytes, and the limit is ${bytes}.`;
}
