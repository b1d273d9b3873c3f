import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import seedrandom from 'seedrandom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neap } from '../../cli/built-cli.js';
import { isInstalled } from '../../programs.js';
import { type Begun, begin, filesIn, TestCluster, until } from './test-cluster.js';

/** The rounds of each command; a round kills a worker, Redis and the client. */
const ROUNDS = Number(process.env['NEAP_CLUSTER_ROUNDS'] ?? 1);
const WORKERS = 3;
/** The maximum downtime of Redis. */
const AWAY_MS = 2000;

const APP = `
name: app
seed: 42
duration: 2h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, rate: 5/s, query: { cpu: { exponential: { mean: 20ms } } } }
slo: { latency_p99: 1h }
`;

const FLEET = `
name: fleet
seed: 1
duration: 30m
plan: scale
computes:
  name: tenant
  count: 256
  template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2, suspend_timeout_seconds: 300 }
load:
  - { name: app, compute: tenant, rate: 12/h, query: { cpu: 20ms } }
`;

/** With the number of runs of each. */
const COMMANDS: Readonly<Record<string, readonly [runs: number, ...args: string[]]>> = {
  sweep: [36, 'sweep', 'app.yaml', '--vary', 'timeout=5m,1h', '--vary', 'max=1,2,4', '--replications', '6'],
  plan: [
    16,
    ...['plan', 'app.yaml', '--vary', 'timeout=1m,5m,1h', '--vary', 'max=1,2', '--set', 'slo={}'],
    ...['--constraint', 'latency_p99 <= 1h', '--max-queries', '2.5M', '--at-load', '2'],
  ],
  fleet: [4, 'run', 'fleet.yaml'],
};

describe.runIf(isInstalled('redis-server'))('work on three workers', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.begin();
    writeFileSync(join(cluster.folder, 'app.yaml'), APP);
    writeFileSync(join(cluster.folder, 'fleet.yaml'), FLEET);
    for (let count = 0; count < WORKERS; count++) await cluster.beginWorker();
  });
  afterAll(() => cluster.end());

  it.each(Object.entries(COMMANDS))(
    'gives the bytes of one machine whatever is killed: %s',
    async (name, [total, ...args]) => {
      mkdirSync(join(cluster.folder, name));
      const out = (which: string) => [...args, '--out', join(name, which)];
      // As long as the names of rounds, so that printed commands break at the same place.
      const own = 'alone-0';
      const alone = neap(out(own), cluster.folder);
      expect(alone).toMatchObject({ status: 0 });
      for (let round = 0; round < ROUNDS; round++) {
        const random = seedrandom(`${name} ${round}`);
        await cluster.ask((redis) => redis.flushall());
        const where = `round-${round}`;
        const again = [...out(where), '--cluster', cluster.url];
        let asker: Begun = begin(again, cluster.folder);
        let killed = 0;
        const isUnderWay = () => asker.process.exitCode === null;
        const kills = [
          async () => {
            const worker = cluster.workers[Math.floor(random() * cluster.workers.length)]!;
            await cluster.killWorker(worker);
            await cluster.beginWorker();
          },
          async () => {
            await cluster.killRedis();
            await sleep(AWAY_MS * random());
            await cluster.beginRedis();
          },
          async () => {
            asker.process.kill('SIGKILL');
            await asker.ended;
            const isKept = existsSync(join(cluster.folder, name, `${where}.partial`, 'runs'));
            asker = begin(isKept ? [...again, '--resume'] : again, cluster.folder);
          },
        ].sort(() => random() - 0.5);
        const moments = kills.map(() => 1 + Math.floor((total - 1) * random())).sort((a, b) => a - b);
        for (const [index, kill] of kills.entries()) {
          await until(
            'enough runs are begun',
            async () => !isUnderWay() || (await cluster.begun()).runs >= moments[index]!,
          );
          if (!isUnderWay()) break;
          await kill();
          killed += 1;
        }
        const ended = await asker.ended;
        const { runs, times } = await cluster.begun();
        console.log(`${name}, round ${round}: ${killed} kills; ${runs} runs begun ${times} times`);
        expect({ ...ended, stderr: '' }, ended.stderr).toEqual({
          ...alone,
          stderr: '',
          stdout: alone.stdout.replaceAll(join(name, own), join(name, where)),
        });
        expect(filesIn(join(cluster.folder, name, where))).toEqual(filesIn(join(cluster.folder, name, own)));
        // Each kill repeats the work of its victim, and results that could not be stored in the meantime.
        expect(times - runs).toBeLessThanOrEqual(killed * WORKERS * 3);
        // If a worker lost Redis between its answer and its last message, another one takes over the run and cleans up.
        await expect.poll(() => cluster.left(), { timeout: 60_000, interval: 500 }).toEqual([]);
      }
    },
  );
});
