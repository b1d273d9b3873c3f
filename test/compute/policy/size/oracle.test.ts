import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oracleSize } from '../../../../src/compute/policy/size/oracle.js';
import { anyForesight, CONTEXT, decisions } from './looks.js';

test('the oracle serves every window within its horizon, and the busiest at exactly the target utilisation', () => {
  fc.assert(
    fc.property(anyForesight, fc.nat(50), (demand, look) => {
      const now_seconds = 5 * look;
      const { goal_cu } = decisions(oracleSize, [{ now_seconds }], {}, { ...CONTEXT, foresight: demand })[0]!;
      const ahead = [...demand.vcpu.slice(look, look + 4)];
      for (const vcpu of ahead) expect(vcpu).toBeLessThanOrEqual(goal_cu * 0.9 + 1e-9);
      expect(goal_cu * 0.9).toBeCloseTo(Math.max(0, ...ahead), 9);
    }),
    { seed: 51 },
  );
});
