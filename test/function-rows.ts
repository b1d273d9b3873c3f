import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { expected, isMap, mentioned } from './expected.js';
import { expectClose } from './vectors/closeness.js';

/** Calls of functions that show one rule. */
interface FunctionTable {
  readonly rule: string;
  /** A function, or several that are called with the same arguments. */
  readonly of: string | readonly string[];
  /**
   * The arguments of a call, and then the result of each function: a value, a matcher, the keys of an object that
   * matter, or `{ throws }` with a part of the message. `null` is `undefined`.
   */
  readonly rows: readonly (readonly unknown[])[];
  /** Largest relative distance of numeric results. */
  readonly within?: number;
}

/** Makes a test of each rule of a YAML file about the given functions. */
export function testFunctions(path: URL, functions: Readonly<Record<string, unknown>>): void {
  const tables = parse(readFileSync(path, 'utf8'), {
    merge: true,
    maxAliasCount: -1,
  }) as readonly FunctionTable[];
  test.each(tables.map((table) => [table.rule, table] as const))('%s', (_rule, { of, rows, within }) => {
    const names = [of].flat();
    for (const row of rows) {
      const cells = row.map(withoutNull);
      const given = cells.slice(0, -names.length);
      for (const [place, name] of names.entries()) {
        const call = () => (functions[name] as (...given: readonly unknown[]) => unknown)(...given);
        expectResult(call, cells.at(place - names.length), `${name}(${JSON.stringify(given)})`, within);
      }
    }
  });
}

function expectResult(call: () => unknown, result: unknown, where: string, within?: number): void {
  const { throws } = Object(result) as { readonly throws?: string };
  if (throws !== undefined) expect(call, where).toThrow(throws);
  else if (within !== undefined) expectClose(call() as number, result as number, within);
  else expect(mentioned(call(), result), where).toEqual(expected(result));
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isMap(value)) return value ?? undefined;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutNull(each)]));
}
