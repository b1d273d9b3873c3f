import { MAX_GROWTH_PERCENT, MAX_LOAD_FACTOR, MAX_TEXT_LENGTH } from '../worker/choices.js';
import type { WhatIf } from '../worker/question.js';

/** The data in a link's fragment, which browsers do not send to servers. */
export interface Shared extends WhatIf {
  readonly text: string;
  readonly budget_usd: number | undefined;
  readonly growth_percent: number;
}

/** Maximum length of a fragment, in characters. */
const MAX_LENGTH = 400_000;

/** The fragment of a link: compressed with deflate, in URL-safe Base64. */
export async function fragmentOf(shared: Shared): Promise<string> {
  const packed = new Blob([JSON.stringify(shared)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The data of a fragment; `undefined` if it is damaged or not from a link. */
export async function readShared(fragment: string): Promise<Shared | undefined> {
  const letters = fragment.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (letters.length < 20 || letters.length > MAX_LENGTH) return undefined;
  try {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const shared = JSON.parse(await decompress(bytes)) as Partial<Shared>;
    const { text, load_factor, without, budget_usd, growth_percent = 0 } = shared;
    if (typeof text !== 'string') return undefined;
    return {
      text,
      load_factor:
        typeof load_factor === 'number' && load_factor >= 0 && load_factor <= MAX_LOAD_FACTOR
          ? load_factor
          : 1,
      without: Array.isArray(without) ? without.map(String) : [],
      budget_usd: typeof budget_usd === 'number' && budget_usd > 0 ? budget_usd : undefined,
      growth_percent: Math.max(0, Math.min(MAX_GROWTH_PERCENT, Math.round(Number(growth_percent)) || 0)),
    };
  } catch {
    return undefined;
  }
}

/** Decompresses a fragment. @throws Error if the text is too long */
async function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MAX_TEXT_LENGTH) {
      await reader.cancel();
      throw new Error('the link unpacks to a text that is too long');
    }
  }
}
