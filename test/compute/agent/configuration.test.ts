import { expect, test } from 'vitest';
import { SHIPPED_AGENT, SHIPPED_PERIODS } from '../../../src/compute/agent/configuration.js';

test('the default agent configuration has a unit of a quarter of a product CU', () => {
  expect(SHIPPED_AGENT.unit).toEqual({ milli_cpu: 250, memory_bytes: 1_073_741_824 });
});

test('an upscale request lasts for several metrics intervals, and a denied downscale for one', () => {
  const { loop } = SHIPPED_AGENT;
  const { system_metrics_seconds: period } = SHIPPED_PERIODS;
  expect(loop.monitor_requested_upscale_valid_seconds).toBe(2 * period);
  expect(loop.monitor_denied_downscale_cooldown_seconds).toBe(period);
});
