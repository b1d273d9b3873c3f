import { describe, expect, it } from 'vitest';
import type { EndpointRecord } from '../../../src/platform/endpoints/endpoint.js';
import { ComputeUse } from '../../../src/server/emulator/compute-use.js';
import { statusView } from '../../../src/server/status/status-view.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

const BEGAN = Date.parse('2026-02-01T00:00:00Z');
const HOUR = 3_600_000;

const sum = (values: Iterable<number>): number => [...values].reduce((all, each) => all + each, 0);

describe('the use of computes', () => {
  const row = (current_cu: number, metered: boolean): EndpointRecord =>
    ({ project_id: 'p', current_cu, metered_from_ms: metered ? 0 : undefined }) as EndpointRecord;
  const scale = () => new ComputeUse(BEGAN, undefined, () => 'scale');

  it('the total use of a compute stays exact, however long the recording becomes', () => {
    const use = scale();
    let [expected, at] = [0, BEGAN];
    for (let step = 0; step < 400; step++) {
      const length = 137 * (1 + (step % 17)) * (step > 200 ? 500 : 1);
      const cu = 0.25 * (step % 5);
      use.put('a', row(cu, true));
      at += length;
      use.advanceTo(at);
      expected += (cu * length) / 1000;
    }
    const { width_ms, cu_seconds } = use.of(['a'], at);
    expect(sum(cu_seconds)).toBeCloseTo(expected, 6);
    expect(width_ms).toBeGreaterThan(1000);
  });

  it('the use of computes with different active times is added up', () => {
    const use = scale();
    use.put('long', row(2, true));
    use.advanceTo(BEGAN + 1500);
    use.put('short', row(1, true));
    use.advanceTo(BEGAN + 2500);
    use.put('short', row(1, false));
    const { width_ms, cu_seconds } = use.of(['long', 'short'], BEGAN + HOUR);
    expect(width_ms).toBe(32_000);
    expect(cu_seconds).toHaveLength(113);
    expect(cu_seconds[0]).toBeCloseTo(65, 9);
    expect(sum(cu_seconds)).toBeCloseTo(7201, 9);
  });

  it("use is size times active time, at the plan's price, and the total includes deleted computes", () => {
    const use = scale();
    use.put('a', row(1, true));
    use.put('b', row(0.5, false));
    use.advanceTo(BEGAN + HOUR);
    use.put('a', row(4, true));
    use.put('b', row(0.5, true));
    use.advanceTo(BEGAN + 2 * HOUR);
    use.put('a', null);
    const whole = use.of(undefined, BEGAN + 3 * HOUR);
    expect(sum(whole.cu_seconds) / 3600).toBeCloseTo(1 + 4 + 2 * 0.5, 9);
    expect(sum(whole.cost_usd)).toBeCloseTo(6 * 0.222, 9);
    expect(sum(use.of(['b'], BEGAN + 3 * HOUR).cu_seconds) / 3600).toBeCloseTo(1, 9);
  });

  it('use restarts when time goes back, and has no cost if a plan has no price', () => {
    const use = scale();
    use.put('a', row(1, true));
    use.advanceTo(BEGAN + HOUR);
    use.advanceTo(BEGAN);
    expect(sum(use.of(undefined, BEGAN + HOUR / 2).cu_seconds)).toBeCloseTo(1800, 9);
    const unknown = new ComputeUse(BEGAN, undefined, () => undefined);
    unknown.put('a', row(1, true));
    expect(unknown.totals('a', BEGAN + HOUR)).toEqual({ cu_seconds: 3600, cost_usd: Number.NaN });
  });
});

describe('the state of an emulator', () => {
  it('the use of computes of deleted projects is kept, at the price of their plan', async () => {
    const one = new EmulatorUnderTest();
    for (let count = 0; count < 3; count++) {
      const { project_id } = await one.project();
      await one.control('POST', '/clock', { advance: '3m' });
      await one.call('DELETE', `/projects/${project_id}`);
    }
    const used = () => {
      const { cu_seconds, cost_usd } = one.emulator.use.of(undefined, one.emulator.now());
      return [sum(cu_seconds), sum(cost_usd)];
    };
    const { use, platform } = one.emulator;
    const before = use.of(undefined, one.emulator.now());
    // The last of them can be recovered for seven days.
    await one.control('POST', '/clock', { advance: '8d' });
    expect(platform.state.rows('projects').size).toBe(0);
    expect(used()).toEqual([
      expect.closeTo(sum(before.cu_seconds), 6),
      expect.closeTo(sum(before.cost_usd), 9),
    ]);
    expect(used()[0]).toBeGreaterThan(3 * 180 * 0.25);
  });

  it("the status has the scenario's names of computes, and finds computes by name, project and state", async () => {
    const one = new EmulatorUnderTest();
    const shop = await one.project({ name: 'shop' });
    await one.project({ name: 'other' });
    one.emulator.attach({
      title: 'weekday',
      advance: () => undefined,
      follow: () => undefined,
      computeName: (id) => (id === shop.endpoint_id ? 'primary' : undefined),
    });
    const view = statusView(one.emulator, { search: 'PRIM shop' });
    expect(view.scenario).toBe('weekday');
    expect(view.chosen.count).toBe(1);
    expect(view.computes.map(({ id, name }) => [id, name])).toEqual([[shop.endpoint_id, 'primary']]);
    expect(view.operations.some(({ compute }) => compute === 'primary')).toBe(true);
    expect(statusView(one.emulator, { state: 'idle' }).chosen.count).toBe(0);
    expect(statusView(one.emulator, { search: 'nobody' }).computes).toEqual([]);
    const refused = await one.control('GET', '/state?state=asleep');
    expect(refused.status).toBe(400);
  });
});
