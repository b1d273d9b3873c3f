import { POLICY_EXAMPLE } from './policy-example.js';

/** The text of `neap policies --help` after the options: the columns of the tables, and how to choose policies. */
export const POLICIES_HELP = `
Examples:
  $ neap policies
  $ neap policies my-app.yaml
  $ neap policies my-app.yaml --side suspend --set load.web.rate=20/h
  $ neap policies my-app.yaml --side size --out results
  $ neap policies my-app.yaml --side suspend --wake-cost 10s,60s,5m

With a file, each policy takes its turn with its default parameters on every
compute that leaves it something to decide; what the scenario says about the
other side stays. All runs meet the same arrivals with the same demands, so a
difference between two rows is due to the policies, not to chance. A policy that
knows the future (oracle, provisioned) cannot be deployed: it is a yardstick.

The columns:
  CU-hours, cost  of the run
  above oracle    for suspension, hours a day: the difference to the oracle in
                  (running time + 60 s for each wake by a client); 60 s is what
                  a wait is worth unless --wake-cost sets another value; the same
                  value is passed to policies with a wake_cost_seconds, including
                  the oracle.
                  For sizes, CU-hours in % of the oracle's, which serves all
                  demand within its window of time; less than the oracle uses
                  is not an advantage, because latency is higher
  slack           (offered vCPU - used vCPU) / offered vCPU, while active
  saturated       share of active time with more queries running than vCPU
  p50, p99        latency, waits for wakes and restarts included
  failed          queries that failed for good
  resizes         changes of size
  wakes, resumes  starts of a suspended compute: by a client, by the policy
  delayed         share of queries that waited for a wake or a restart
  ready           of the first queries after an idle minute or more, the share
                  that found the compute active: still, and by a resume in time
  idle            share of the time in which a compute ran in such a pause:
                  before the suspend; after a resume that a query followed;
                  after one that none followed
  wakes and suspends an hour   the work that the policy makes
  delay p99       of the waits for a wake or a restart
  out of memory   restarts because memory ran out
policies.csv has further figures: wake_probability, idle_periods, not_ready,
suspends, queries_arrived, active_seconds.

The table by what a wake is worth lists how long each policy runs, how often a
client waits for a wake, and between which values of such a wait it costs least:
the lower convex hull of these points. With several values of --wake-cost,
policies with a wake_cost_seconds are run with each, such as
"observed_optimum 5 min", and each is compared with the oracle of the same
value; the table above is then for the smallest value, and policies.csv has a
row for each.

To choose policies, give a compute of the scenario a policy:
  computes:
    - name: primary
      autoscaling_limit_min_cu: 0.25
      autoscaling_limit_max_cu: 4
      policy:
        size: target_tracking
        suspend: { hybrid_histogram: { range_seconds: 2h } }
or, without editing the file:
  $ neap run my-app.yaml --set computes.primary.policy.suspend=observed_optimum

A policy of your own is a JavaScript module, its path relative to the scenario
file: policy: ./my-policy.js for all it exports (size, suspend or both),
suspend: ./my-policy.js for one, size: { ./my-policy.js: { day_cu: 2 } } with
values for its parameters. Its code runs whenever the scenario is read. A whole
my-policy.js:

${POLICY_EXAMPLE.replaceAll(/^(?=.)/gm, '  ')}
Policies are pure: they receive the time, draw no random numbers, keep their
memory in the state they return, and never change the state they are given.
The types SizePolicy and SuspendPolicy describe their arguments and their
results.`;
