import { expect, test } from 'vitest';
import { RuleWorld } from './rule-world.js';
import { MODES } from './seed-modes.js';

/** Fixed sizes, in CU: 0.25 and 0.5, whole ones to 16, even ones to 56. */
const SIZES = [
  0.25,
  0.5,
  ...Array.from({ length: 16 }, (_, at) => at + 1),
  ...Array.from({ length: 20 }, (_, at) => 18 + 2 * at),
];

test.each(MODES)(
  'the fixed sizes are exactly the 38 of the specification %s, and pairs autoscale to 16 CU',
  async (_mode, options, strict) => {
    const { emulator } = new RuleWorld({ platform: { seed: 'test', ...options }, strict });
    const { project_id, endpoint_id } = await emulator.project({ org_id: emulator.account.org_id });
    const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
    await emulator.control('POST', '/clock', { advance: '10m' });
    const statusOf = async (min: number, max: number) => {
      const endpoint = { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max };
      const { status } = await emulator.call('PATCH', path, { endpoint });
      if (status === 200) await emulator.control('POST', '/clock', { advance: '10s' });
      return status;
    };
    for (let quarter = 0; quarter <= 240; quarter++) {
      const size = quarter / 4;
      const status = await statusOf(size, size);
      if (status !== (SIZES.includes(size) ? 200 : 400)) expect.fail(`${status} for ${size} CU`);
    }
    const widest = 'rule_book' in options && options.rule_book === 'platform' ? 8 : 16;
    for (const min of SIZES) {
      for (const max of SIZES) {
        const is_range = min < max && max <= 16 && max - min <= widest;
        const status = await statusOf(min, max);
        if (status !== (min === max || is_range ? 200 : 400))
          expect.fail(`${status} for ${min} to ${max} CU`);
      }
    }
  },
);
