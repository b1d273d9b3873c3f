import { type Verdict, verdictOf } from './exhaustive.js';
import { randomPlan } from './random-plan.js';

/** `npx tsx test/planner/random-plans/measure.ts FROM TO [REPLICATIONS]`: a line of JSON a plan, then what they come to. */
const [from = 1, to = 100, replications = 100] = process.argv.slice(2).map(Number);
const verdicts: Verdict[] = [];
for (let number = from; number <= to; number++) {
  const verdict = await verdictOf(randomPlan(number), replications);
  verdicts.push(verdict);
  process.stdout.write(`${JSON.stringify(verdict)}\n`);
}
const intervals = verdicts.flatMap((one) => one.intervals);
const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
process.stderr.write(
  [
    `false none: ${verdicts.filter((one) => one.false_none).length}`,
    `regret above 1 %: ${verdicts.filter(({ regret }) => (regret ?? 0) > 0.01).length}, greatest ${Math.max(...verdicts.map(({ regret }) => regret ?? 0))}`,
    `violations: ${share(verdicts.filter((one) => one.violates).length, verdicts.filter((one) => one.recommendation !== null).length)}`,
    `intervals: ${share(intervals.filter((one) => one.contains).length, intervals.length)}`,
    '',
  ].join('\n'),
);
