import { describe, expect, it } from 'vitest';
import type { EndpointRecord } from '../../../src/platform/endpoints/endpoint.js';
import { ComputeUse } from '../../../src/server/emulator/compute-use.js';
import { SizeCourse, summedCourses } from '../../../src/server/emulator/size-course.js';
import { statusView } from '../../../src/server/status/status-view.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

const BEGAN = Date.parse('2026-02-01T00:00:00Z');
const HOUR = 3_600_000;

const sum = (values: Iterable<number>): number => [...values].reduce((all, each) => all + each, 0);

describe('a course of sizes', () => {
  it('keeps its integral exactly, however long it becomes', () => {
    const course = new SizeCourse(BEGAN);
    let expected = 0;
    for (let step = 0, at = BEGAN; step < 400; step++) {
      const length = 137 * (1 + (step % 17)) * (step > 200 ? 500 : 1);
      const cu = 0.25 * (step % 5);
      course.add(at, at + length, cu);
      expected += (cu * length) / 1000;
      at += length;
    }
    expect(sum(course.cu_seconds)).toBeCloseTo(expected, 6);
    expect(course.width_ms).toBeGreaterThan(1000);
  });

  it('adds up with others that reach less far', () => {
    const [long, short] = [new SizeCourse(BEGAN), new SizeCourse(BEGAN)];
    long.add(BEGAN, BEGAN + HOUR, 2);
    short.add(BEGAN + 1500, BEGAN + 2500, 1);
    const { width_ms, cu_seconds } = summedCourses([long, short], BEGAN, BEGAN + HOUR);
    expect(width_ms).toBe(32_000);
    expect(cu_seconds).toHaveLength(113);
    expect(cu_seconds[0]).toBeCloseTo(65, 9);
    expect(sum(cu_seconds)).toBeCloseTo(7201, 9);
  });
});

describe('the use of computes', () => {
  const row = (current_cu: number, metered: boolean): EndpointRecord =>
    ({ project_id: 'p', current_cu, metered_from_ms: metered ? 0 : undefined }) as EndpointRecord;
  const scale = () => new ComputeUse(BEGAN, undefined, () => 'scale');

  it('is size times active time, at the price of the plan; that of computes that are gone stays in the whole', () => {
    const use = scale();
    use.put('a', row(1, true));
    use.put('b', row(0.5, false));
    use.reach(BEGAN + HOUR);
    use.put('a', row(4, true));
    use.put('b', row(0.5, true));
    use.reach(BEGAN + 2 * HOUR);
    use.put('a', null);
    const whole = use.of(['b'], BEGAN + 3 * HOUR, true);
    expect(sum(whole.cu_seconds) / 3600).toBeCloseTo(1 + 4 + 2 * 0.5, 9);
    expect(sum(whole.cost_usd!)).toBeCloseTo(6 * 0.222, 9);
    expect(sum(use.of(['b'], BEGAN + 3 * HOUR, false).cu_seconds) / 3600).toBeCloseTo(1, 9);
  });

  it('restarts when time goes back, and has no cost if a plan has no price', () => {
    const use = scale();
    use.put('a', row(1, true));
    use.reach(BEGAN + HOUR);
    use.reach(BEGAN);
    expect(sum(use.of(['a'], BEGAN + HOUR / 2, true).cu_seconds)).toBeCloseTo(1800, 9);
    const unknown = new ComputeUse(BEGAN, undefined, () => undefined);
    unknown.put('a', row(1, true));
    expect(unknown.of(['a'], BEGAN + HOUR, true).cost_usd).toBeNull();
  });
});

describe('the state of an emulator', () => {
  it('keeps what computes of deleted projects have used, at the price of their plan', async () => {
    const one = new EmulatorUnderTest();
    for (let count = 0; count < 3; count++) {
      const { project_id } = await one.project();
      await one.control('POST', '/clock', { advance: '3m' });
      await one.call('DELETE', `/projects/${project_id}`);
    }
    const used = () => {
      const { cu_seconds, cost_usd } = one.emulator.board.use.of([], one.emulator.now(), true);
      return [sum(cu_seconds), sum(cost_usd!)];
    };
    const { use } = one.emulator.board;
    const ids = [...one.emulator.board.endpoints.values()].map(({ id }) => id);
    const before = use.of(ids, one.emulator.now(), true);
    // The last of them can be recovered for seven days.
    await one.control('POST', '/clock', { advance: '8d' });
    expect(one.emulator.board.projects).toBe(0);
    expect(used()).toEqual([
      expect.closeTo(sum(before.cu_seconds), 6),
      expect.closeTo(sum(before.cost_usd!), 9),
    ]);
    expect(used()[0]).toBeGreaterThan(3 * 180 * 0.25);
  });

  it("has the scenario's names of computes, and finds them by these, by project and by state", async () => {
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
