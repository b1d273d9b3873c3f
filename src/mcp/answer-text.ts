import { MAX_ANSWER_BYTES } from './limits.js';
import type { ToolAnswer } from './tool.js';

/** An answer that is short enough to be sent. */
export type SentAnswer = Required<Pick<ToolAnswer, 'text' | 'value'>>;

/**
 * An answer within the limit: what it may spare is left out, and named under `left_out`; a text that is too long is cut.
 * Where even that is not enough, the text alone is sent.
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
  // The rest of a character that was cut in two is dropped.
  const begin = new TextDecoder().decode(whole.subarray(0, bytes)).replace(/\uFFFD$/, '');
  return `${begin}\n\nThe rest is left out: the text has ${whole.length} bytes, and ${bytes} are sent.`;
}
