import { z } from 'zod';
import { didYouMean } from '../../kernel/nearest-name.js';
import { annotated } from './annotated.js';
import { readBy } from './read-by.js';
import { shown } from './shown.js';

/** A text of 1 to `longest` characters on one line. */
export function text(expected: string, longest: number, description?: string) {
  const schema = readBy(
    (value) => {
      const fits =
        typeof value === 'string' && value.trim() !== '' && value.length <= longest && !/[\r\n]/.test(value);
      return fits ? value : undefined;
    },
    (value) => {
      const hint = typeof value === 'number' || typeof value === 'boolean' ? '; put it in quotes' : '';
      return `expected ${expected}, got ${shown(value)}${hint}`;
    },
  );
  return annotated(schema, { ...{ type: 'string', minLength: 1, maxLength: longest }, description });
}

/** @param synonyms other common names, suggested in the message */
export function word<const Words extends readonly [string, ...string[]]>(
  words: Words,
  description?: string,
  synonyms: Readonly<Record<string, Words[number]>> = {},
) {
  const meant = new Map(Object.entries(synonyms));
  const error = ({ input }: { readonly input?: unknown }) =>
    meant.has(input as string) ? didYouMean(meant.get(input as string)!) : undefined;
  return annotated(z.enum(words, { error }), { description });
}

/** Name of a compute or a load. */
export function entityName(of: string, description?: string) {
  return text(`the name of a ${of}, 1 to 64 characters`, 64, description);
}

export function trueOrFalse(description: string) {
  return annotated(z.boolean(), { description });
}
