import {
  commandOf,
  flag,
  flagOf,
  isGiven,
  type OptionsOf,
  optional,
  text,
  value,
} from '../shared/option-table.js';
import { durationSeconds, path } from '../shared/option-values.js';
import { OPTIONS, outOption, SCENARIO_FILE } from '../shared/options.js';
import { baseUrl, KEY_HELP } from '../shared/service-connection.js';

const MIN_POLL_SECONDS = 0.2;
/** The value of `--base-url` for the rules in process, in simulated time. */
export const SIMULATED = 'simulated';

const OBSERVE_OPTIONS = {
  '--base-url <url>': value(
    (url) => (url === SIMULATED ? url : baseUrl(url)),
    'management API to call (NEON_API_HOST, or else the real service); simulated for the rules in process',
  ),
  ...outOption('the result files'),
  '--poll <duration>': value(
    durationSeconds(MIN_POLL_SECONDS),
    'interval between polls of states and operations',
    { default: 1, shown: '1s' },
  ),
  '--project-id <id>': text('create the branches and computes in this project instead of a new one'),
  '--allow-existing': flag('edit, restart and suspend computes that already exist in the project', {
    needs: ['projectId'],
  }),
  '--org-id <id>': text('create the project in this organization', { conflicts: ['projectId'] }),
  '--region-id <id>': text('create the project in this region', { conflicts: ['projectId'] }),
  '--load [url]': optional(
    "send the scenario's load to this database instead (or to the environment variable DATABASE_URL)",
  ),
  '--pooler-url <url>': text('the same database over a pooler, for loads with via: pooler', {
    needs: ['load'],
  }),
  '--compute <name>': text('compute whose loads are sent, where several have some', { needs: ['load'] }),
  '--tables': flag('make a table as large as the working set, and read pages of it', { needs: ['load'] }),
  '--work-of <dir>': value(
    path,
    'queries do as much work as those of this load that was sent, instead of as much as the database does now in the same time',
    { needs: ['load'] },
  ),
  ...OPTIONS.set,
  '-y, --yes': flag('make the calls, or send the load, and do not only show them'),
  ...OPTIONS.json,
};

/** Options that select the parts of a service, by their names in code. */
const SERVICE_ONLY: readonly string[] = ['projectId', 'orgId', 'regionId'];
/** Options that only apply to a platform, and not to a load; same form. */
const PLATFORM_ONLY: readonly string[] = ['baseUrl', 'poll', 'allowExisting', ...SERVICE_ONLY];

/** Makes `neap observe`. */
export const observeCommand = () =>
  commandOf('observe', {
    about:
      'Prints the calls that create a project with the branches and computes of the scenario, and makes them ' +
      'with --yes. Executes the events when they are due, and polls states and operations. At the end, also ' +
      'after an error or Ctrl-C, deletes what it has created. Writes the files of "neap run", without what ' +
      'cannot be seen from outside. With --load, sends the loads of one compute as real queries to a ' +
      'database instead, and records every attempt.',
    argument: SCENARIO_FILE,
    options: OBSERVE_OPTIONS,
    help: `Examples:
  $ neap observe trial.yaml                               what it would do
  $ neap observe trial.yaml --yes --out observed
  $ neap observe trial.yaml --base-url http://127.0.0.1:8432/api/v2 --yes --out observed
  $ DATABASE_URL=postgresql://... neap observe my-app.yaml --load --yes --out monday
  $ neap observe my-app.yaml --load --work-of monday --yes --out tuesday

${KEY_HELP}
A load is sent in real time to a separate schema, neap_load, which is dropped at the end. The
password of the URL is never shown. Ctrl-C ends the load and keeps its results.
A second Ctrl-C stops at once, and reports what is left and how to delete it.`,
    refuse(called) {
      const { load, baseUrl: url } = called.opts();
      const refused = load !== undefined ? PLATFORM_ONLY : url === SIMULATED ? SERVICE_ONLY : [];
      const name = refused.find((each) => isGiven(called, each));
      if (name === undefined) return undefined;
      return load !== undefined
        ? `${flagOf(called, name)} has no effect with --load, which calls no platform; leave it out`
        : `${flagOf(called, name)} has no effect with --base-url ${SIMULATED}; leave it out`;
    },
  });

export type ObserveOptions = OptionsOf<typeof OBSERVE_OPTIONS>;
