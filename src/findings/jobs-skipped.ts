import { sumOf } from '../kernel/sums.js';
import type { Scenario } from '../scenario/scenario.js';
import { loadNameOf } from '../workload/tenants.js';
import { computesSeen, placeOfLoad } from './computes-seen.js';
import type { FindingRule, Remark } from './finding.js';
import { digits, seconds } from './words.js';

/** Jobs inside the database that do not run because their compute is suspended. */
export const JOBS_SKIPPED: FindingRule = {
  title: 'Jobs inside the database are skipped while the compute is suspended',
  help: 'A scheduler inside the database, such as pg_cron, runs only while the compute is active. It wakes nothing, and nothing makes up for a job that came while the compute was suspended. A job that runs is activity, and starts the suspend timeout again. Let a client outside the database start jobs that must not be missed, or keep the compute active.',
  ofScenario: (scenario) =>
    jobsOf(scenario).map(({ job, compute, timeout_seconds, index }) => ({
      message: `${job} runs only while ${compute} is active, and wakes nothing: whatever comes after ${seconds(timeout_seconds)} without activity is skipped`,
      figure: { name: 'timeout_seconds', value: timeout_seconds },
      ...placeAndFixes(job, index, scenario),
    })),
  ofRun: (scenario, { causes }) =>
    jobsOf(scenario).flatMap(({ job, compute, index }) => {
      const own = (causes[index] ?? []).filter(({ name }) => name === job);
      const skipped = sumOf(own, (cause) => cause.skipped ?? 0);
      if (skipped === 0) return [];
      const all = skipped + sumOf(own, ({ arrived }) => arrived);
      const message = `${job} did not run ${digits(skipped)} of ${digits(all)} times, because ${compute} was not active; nothing wakes it for a job inside the database, or makes up for one`;
      return [
        { message, figure: { name: 'skipped', value: skipped }, ...placeAndFixes(job, index, scenario) },
      ];
    }),
};

/** Jobs inside the database of computes that may suspend. */
function jobsOf(scenario: Scenario) {
  return computesSeen(scenario)
    .filter(({ compute }) => compute.suspend_timeout_seconds !== -1)
    .flatMap(({ index, compute, timeout_seconds }) =>
      scenario.load
        .filter(({ wakes, route }) => wakes === false && route.targets[0]!.compute === compute.name)
        .map(({ name }) => ({ job: name, compute: compute.name, timeout_seconds, index })),
    );
}

function placeAndFixes(job: string, index: number, scenario: Scenario): Pick<Remark, 'place' | 'fixes'> {
  const { name } = scenario.computes[index]!;
  const file = loadNameOf(scenario, job);
  return {
    place: placeOfLoad({ name: file }, 'wakes'),
    fixes: [
      { words: `a client that starts ${job}`, set: [`load.${file}.wakes=true`] },
      { words: `${name} that never suspends`, set: [`computes.${name}.suspend_timeout_seconds=-1`] },
    ],
  };
}
