/** A defect to plant: one change of a source file, and what must find it. */
export interface PlantedBug {
  readonly name: string;
  /** Below `src/`. */
  readonly file: string;
  /** Text that the file holds once. */
  readonly from: string;
  readonly to: string;
  /** What the problem that is found says. */
  readonly found_as: RegExp;
}

/** Ten defects of the kind that is made by hand: a sign, a factor, a line that was forgotten. */
export const BUGS: readonly PlantedBug[] = [
  {
    name: 'a month is billed from the beginning of the run',
    file: 'simulation/record/size-meter.ts',
    from: '    this.#monthBegan = total;\n',
    to: '',
    found_as: /^INV-17 /,
  },
  {
    name: 'one connection more than there are slots',
    file: 'simulation/record/connection-slots.ts',
    from: 'return this.open >= this.limit;',
    to: 'return this.open > this.limit;',
    found_as: /^(INV-24 |invariant broken: 0 ≤ connections ≤ limit)/,
  },
  {
    name: 'a client tries once more than it may',
    file: 'workload/retry-backoff.ts',
    from: 'return attempts < retry.attempts &&',
    to: 'return attempts <= retry.attempts &&',
    found_as: /^INV-4 /,
  },
  {
    name: 'a resize goes a quarter of a CU beyond its goal',
    file: 'simulation/scaling/compute-size.ts',
    from: 'this.#set(size.milli_cpu / 1000);',
    to: 'this.#set(size.milli_cpu / 1000 + 0.25);',
    found_as: /^INV-15 /,
  },
  {
    name: 'time is put down to the state that follows',
    file: 'simulation/record/state-clock.ts',
    from: 'this.byState[this.state] += now - this.since;',
    to: 'this.byState[state] += now - this.since;',
    found_as: /^INV-13 /,
  },
  {
    name: 'a compute sleeps after twice its timeout',
    file: 'platform/time/due-events.ts',
    from: 'idleTimeout(endpoint) * 1000',
    to: 'idleTimeout(endpoint) * 2000',
    found_as: /current_state of compute/,
  },
  {
    name: 'a branch may have two primary computes',
    file: 'platform/endpoints/creation.ts',
    from: 'if (state.primaryByBranch.size(branch_id) === 0) return;',
    to: 'if (state.primaryByBranch.size(branch_id) <= 1) return;',
    found_as: /a second primary compute of a branch/,
  },
  {
    name: 'the computes of a branch outlive it',
    file: 'platform/branches/removal.ts',
    from: '  for (const endpoint of endpoints) removeEndpoint(state, endpoint);\n',
    to: '',
    found_as: /computes/,
  },
  {
    name: 'an edit wakes a compute that sleeps',
    file: 'compute/lifecycle/transition.ts',
    from: "['apply_config', 'suspend_compute']",
    to: "['apply_config', 'suspend_compute', 'start_compute']",
    found_as: /current_state of compute/,
  },
  {
    name: 'a compute that sleeps can be restarted',
    file: 'compute/lifecycle/transition.ts',
    from: "  if (states.current_state !== 'active') return undefined;\n",
    to: '',
    found_as: /a restart of a compute that is not active/,
  },
];
