import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PolicyValues } from '../../../../src/compute/policy/interface/policy-parameter.js';
import { type Gap, type GapOutcome, named, replay, valuesOf } from './replay.js';

type Gaps = number | { readonly gap: number; readonly work?: number; readonly times?: number };

interface Row {
  readonly rule: string;
  readonly policy: string;
  readonly values?: PolicyValues;
  readonly timeout?: number;
  readonly gaps: readonly Gaps[];
  readonly first?: Readonly<Record<string, unknown>>;
  readonly last?: Readonly<Record<string, unknown>>;
  readonly timeouts?: readonly number[];
}

const ROWS: readonly Row[] = parse(readFileSync(new URL('gaps.yaml', import.meta.url), 'utf8'));

test.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_rule, row) => {
  const policy = named(row.policy);
  const outcomes = replay(policy, row.gaps.flatMap(gapsOf), {
    values: valuesOf(policy, row.values),
    ...(row.timeout && { suspend_timeout_seconds: row.timeout }),
  });
  if (row.first !== undefined) expect(shown(outcomes[0]!)).toMatchObject(close(row.first));
  if (row.last !== undefined) expect(shown(outcomes.at(-1)!)).toMatchObject(close(row.last));
  if (row.timeouts !== undefined)
    expect(outcomes.map((outcome) => shown(outcome).suspend_after_seconds)).toEqual(row.timeouts);
});

function gapsOf(gaps: Gaps): Gap[] {
  if (typeof gaps === 'number') return [{ gap_seconds: gaps }];
  return Array(gaps.times ?? 1).fill({ gap_seconds: gaps.gap, work_seconds: gaps.work ?? 0 });
}

/** An outcome with its first decision. */
function shown(outcome: GapOutcome) {
  return { ...outcome.decisions[0]!, ...outcome };
}

/** Expected values; `about` is within half of a millionth of a second. */
function close<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(close) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if ('about' in value) return expect.closeTo(Number(value.about), 9);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, close(each)])) as Value;
}
