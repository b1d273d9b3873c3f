import { expect, test } from 'vitest';
import { simulatedAccount } from '../../../src/adapter/simulated-account.js';
import { HALF_A_MINUTE, observed, SAME_DURATIONS, scenarioOf, simulatedDecisions } from './agreement.js';

test('x', async () => {
  const scenario = await scenarioOf(HALF_A_MINUTE);
  const adapter = simulatedAccount({ start_ms: Date.parse('2026-01-05T00:00:00Z'), platform: { operation_duration_ms: SAME_DURATIONS } });
  const seen = await observed(adapter, scenario);
  const show = (r: any) => `${r.time_seconds.toFixed(2)} ${r.compute} ${r.decision} ${r.state} ${r.cu_before}->${r.cu_after} ${r.reason}`;
  console.log(seen.computes.flatMap((c) => c.decisions).map(show).join('\n'));
  console.log(simulatedDecisions(scenario).map(show).join('\n'));
  console.log(seen.operations);
  expect(1).toBe(1);
});
