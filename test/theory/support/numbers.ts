import { theoryCase } from '../../vectors/theory-case.js';

/** A case of `theory.json` whose inputs and expected values are all numbers. */
export function numericCase(id: string): {
  readonly inputs: Readonly<Record<string, number>>;
  readonly expected: Readonly<Record<string, number>>;
} {
  const { inputs, expected } = theoryCase(id);
  return { inputs: inputs as Readonly<Record<string, number>>, expected };
}

/** A named number that must exist. */
export function number(record: Readonly<Record<string, number>>, name: string): number {
  const value = record[name];
  if (typeof value !== 'number') throw new Error(`no number ${name} in the case`);
  return value;
}
