import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { expected } from './expected.js';

type Values = Readonly<Record<string, unknown>>;

/** Calls of one object that show a rule. */
interface CallTable {
  readonly rule: string;
  /** The kind of object, with the arguments that it is made from. */
  readonly of: Readonly<Record<string, readonly never[]>>;
  /** A method with its arguments: the value that it `gives`, part of the error that it `throws`, and values that the object `shows`. */
  readonly calls: readonly (Values & {
    readonly gives?: unknown;
    readonly throws?: string;
    readonly shows?: Values;
  })[];
}

/** Makes a test of each rule of a YAML file about the given kinds of objects. */
export function testCalls(
  path: URL,
  make: Readonly<Record<string, (...values: readonly never[]) => object>>,
): void {
  const tables: readonly CallTable[] = parse(readFileSync(path, 'utf8'));
  test.each(tables.map((table) => [table.rule, table] as const))('%s', (_rule, { of, calls }) => {
    const [[kind, values]] = Object.entries(of) as [[string, readonly never[]]];
    const object = make[kind]!(...values) as Record<string, (...values: readonly unknown[]) => unknown>;
    for (const { gives, throws, shows, ...call } of calls) {
      const [[method, given]] = Object.entries(call) as [[string, readonly unknown[]]];
      const where = `${method}(${given.join(', ')})`;
      if (throws !== undefined) expect(() => object[method]!(...given), where).toThrow(throws);
      else {
        const answer = object[method]!(...given);
        if (gives !== undefined) expect(answer, where).toEqual(expected(gives));
      }
      for (const [name, value] of Object.entries(shows ?? {}))
        expect(object[name], `${name} after ${where}`).toEqual(expected(value));
    }
  });
}
