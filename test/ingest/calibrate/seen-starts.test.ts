import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { SeenStarts } from '../../../src/ingest/calibrate/seen-starts.js';

interface Row {
  readonly rule: string;
  readonly poll: number;
  readonly decisions: readonly (readonly [at: number, decision: string, reason?: string])[];
  readonly operations?: readonly (readonly [seen: number, action: string, duration_ms?: number])[];
  readonly latencies: readonly (readonly [kind: string, low: number, high: number])[];
}

const ROWS: readonly Row[] = parse(readFileSync(new URL('starts.yaml', import.meta.url), 'utf8'));
const rounded = (value: number) => (Number.isFinite(value) ? Number(value.toFixed(6)) : value);

it.each(ROWS.map((row) => [row.rule, row] as const))(
  '%s',
  (_, { poll, decisions, operations = [], latencies }) => {
    const starts = new SeenStarts(poll);
    const compute = 'primary';
    for (const [seen_seconds, action, duration_ms] of operations) {
      starts.operation({ compute, action, seen_seconds, duration_ms });
    }
    for (const [at_seconds, decision, reason = ''] of decisions) {
      starts.decision({ compute, decision, reason, at_seconds });
    }
    const found = starts.latencies(1000).map(({ kind, low, high }) => [kind, rounded(low), rounded(high)]);
    expect(found).toEqual(latencies);
  },
);
