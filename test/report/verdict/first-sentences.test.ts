import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { called } from '../../cli/command.js';
import { expectFirst, type FirstSentences } from './first-sentences.js';

const SENTENCES: readonly FirstSentences[] = [
  {
    file: 'test/incidents/threads/finding-kept-awake.yaml',
    cost: /^Costs about \$97 a month, if every day is like the one simulated\. /,
    cause: /renewal, session, listener, subscriber and pool never let a, b, c, d and e sleep; /,
    fix: {
      words: /5 changes together save \$77 a month/,
      set: [
        'load.renewal.process.renewal.gap=600s',
        'load.session.connection.think=600s',
        'load.listener.connection.clients=0',
        'load.subscriber.connection.clients=0',
        'load.pool.connection.min_idle=0',
      ],
    },
  },
  {
    file: 'test/incidents/threads/right-persistent-connections.yaml',
    cost: /^Costs about \$9\.91 a month\. /,
    cause: /The pool of web hands out connections that a suspend has cut; /,
    fix: {
      words: /closing its idle connections after 4 min ends that and costs \$6\.19 more a month/,
      set: ['load.web.connection.idle_timeout=240s'],
    },
  },
  {
    file: 'test/incidents/threads/legacy-base-fee.yaml',
    cost: /^Costs about \$69 a month\. /,
    cause: /poll never lets primary sleep\. /,
  },
];

test('a comparison names the cause of the cost and its fix as a run does', async () => {
  const file = fileURLToPath(new URL('../../../scenarios/cron-poller.yaml', import.meta.url));
  const asked = [file, '--replications', '2', '--workers', '1', '--quiet', '--md', '-'];
  const run = await called(['run', ...asked]);
  const compared = await called(['compare', ...asked, '--variant', 'small', 'max=0.25']);
  const [cause = ''] =
    /poll-every-4-minutes never lets polled sleep; polling every 10 min saves \S+ a month/.exec(run.stdout) ??
    [];
  expect(cause).not.toBe('');
  expect(compared.stdout).toContain(`As it is: ${cause}`);
  expect(compared.stdout).toContain('With small: $29 a month as before; every figure is the same.');
});

describe('the report of a run starts with the monthly cost, its cause, and what changes it', () => {
  for (const row of SENTENCES) test(row.file, () => expectFirst(row));
});
