import { describe, test } from 'vitest';
import { expectFirst, type FirstSentences } from './first-sentences.js';

const SENTENCES: readonly FirstSentences[] = [
  {
    file: 'scenarios/flash-crowd.yaml',
    cost: /^Costs about \$80 a month, if every day is like the one simulated\. /,
    cause: /52 % of the cost is for sizes above the minimum, which CPU load asks for/,
  },
  {
    file: 'scenarios/free-plan.yaml',
    cost: /^Costs nothing on the free plan\. /,
    cause:
      /Suspended from Tue 2026-01-20 06:50 UTC: the 100 CU-hours of the free plan are used up, 11\.7 d without service; /,
    fix: { words: /the launch plan ends that and costs \$19 a month\.$/, set: ['plan=launch'] },
  },
  {
    file: 'scenarios/recorded-shop.yaml',
    cost: /^Costs about \$15 a month\. /,
    cause: /visitors accounts for all of the cost\. /,
  },
  {
    file: 'scenarios/edit-three-ways.yaml',
    cost: /^Costs \$0\.02 for the 6 min simulated, at a rate of about \$174 a month\. /,
    cause: /give-up accounts for 33 % of the cost/,
  },
  {
    file: 'scenarios/edit-at-noon.yaml',
    cost: /^Costs \$0\.5\d for the 4 h simulated, at a rate of about \$9\d a month\. /,
    cause: /web accounts for all of the cost/,
  },
  {
    file: 'test/incidents/threads/right-restart-under-load.yaml',
    cost: /^Costs about \$324 a month/,
    cause: /primary never needs its minimum of 2 CU; /,
    fix: {
      words: /a minimum of 1 CU saves \$162 a month/,
      set: ['computes.primary.autoscaling_limit_min_cu=1'],
    },
  },
];

describe('the report of a long run starts with the monthly cost, its cause, and what changes it', () => {
  for (const row of SENTENCES) test(row.file, () => expectFirst(row));
});
