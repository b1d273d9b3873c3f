import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PolicyValues } from '../../../../src/compute/policy/interface/policy-parameter.js';
import type { SizeLook } from '../../../../src/compute/policy/interface/size-policy.js';
import { SIZE_POLICIES } from '../../../../src/compute/policy/size-policies.js';
import { CONTEXT, decisions, foreseen, GIB } from './looks.js';

/** A sample, or several equal ones. Sizes of memory are in GiB; the working set has this number of pages throughout. */
interface Sample extends Partial<SizeLook> {
  readonly times?: number;
  readonly memory_gib?: number;
  readonly cached_gib?: number;
  readonly pages?: number;
}

type Goal = number | { readonly about: number } | { readonly between: readonly [number, number] };

interface Row {
  readonly rule: string;
  readonly policy: string;
  readonly values?: PolicyValues;
  /** The smallest and the largest size, in CU. */
  readonly limits?: readonly [number, number];
  readonly foresight?: { readonly vcpu: readonly number[]; readonly window_seconds?: number };
  readonly samples: readonly Sample[];
  readonly goals?: readonly Goal[] | Readonly<Record<string, Goal>>;
  /** Texts, or regular expressions between slashes. */
  readonly reasons?: Readonly<Record<string, string>>;
}

const ROWS: readonly Row[] = parse(readFileSync(new URL('decisions.yaml', import.meta.url), 'utf8'));

test.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_rule, row) => {
  const policy = SIZE_POLICIES.find(({ name }) => name === row.policy)!;
  const { foresight, limits: [min_cu, max_cu] = [CONTEXT.min_cu, CONTEXT.max_cu] } = row;
  const ahead = foresight && foreseen(foresight.vcpu, foresight.window_seconds);
  const context = { ...CONTEXT, min_cu, max_cu, foresight: ahead };
  const all = decisions(policy, row.samples.flatMap(looksOf), row.values, context);
  const at = (place: string) => all.at(place === 'last' ? -1 : Number(place))!;
  if (Array.isArray(row.goals)) expect(all).toHaveLength(row.goals.length);
  for (const [place, goal] of Object.entries(row.goals ?? {})) expectGoal(at(place).goal_cu, goal, place);
  for (const [place, reason] of Object.entries(row.reasons ?? {})) {
    const expression = /^\/(.*)\/$/.exec(reason)?.[1];
    if (expression === undefined) expect(at(place).reason).toBe(reason);
    else expect(at(place).reason).toMatch(new RegExp(expression));
  }
});

function looksOf({ times = 1, memory_gib, cached_gib, pages, ...look }: Sample): Partial<SizeLook>[] {
  const whole = {
    ...look,
    ...(memory_gib && { memory_usage_bytes: memory_gib * GIB }),
    ...(cached_gib && { memory_cached_bytes: cached_gib * GIB }),
    ...(pages && { working_set_pages: new Float64Array(60).fill(pages) }),
  };
  return Array(times).fill(whole);
}

function expectGoal(actual: number, goal: Goal, place: string): void {
  if (typeof goal === 'number') expect(actual, `sample ${place}`).toBe(goal);
  else if ('about' in goal) expect(actual, `sample ${place}`).toBeCloseTo(goal.about, 12);
  else {
    expect(actual, `sample ${place}`).toBeGreaterThan(goal.between[0]);
    expect(actual, `sample ${place}`).toBeLessThan(goal.between[1]);
  }
}
