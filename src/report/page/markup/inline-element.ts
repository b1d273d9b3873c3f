import { createHash } from 'node:crypto';
import type { Markup } from './markup.js';

/** A style or a script as it stands: escaped, it would be another. @throws Error for one that ends itself */
export function verbatim(element: 'style' | 'script', text: string): Markup {
  if (text.toLowerCase().includes(`</${element}`)) throw new Error(`a ${element} that ends itself`);
  return { html: `<${element}>${text}</${element}>\n` };
}

/** The name of a style or a script in a content security policy. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
