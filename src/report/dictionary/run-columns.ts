/** What columns mean, by their headers: a sentence, with the unit before it where the header does not end with it. */
export type ColumnMeanings = Readonly<Record<string, string | readonly [unit: string, sentence: string]>>;

/** What columns mean that several tables have. */
export const SHARED_COLUMNS: ColumnMeanings = {
  run_id: 'Tells the run from others: the same for the same scenario file, overrides and seed.',
  scenario: "The scenario's name.",
  seed: 'The seed that all random draws come from.',
  compute: 'Name of the compute.',
  start_time: 'Start of the interval, ISO 8601 UTC.',
  start_utc: '`start_time` as spreadsheets take it for a date: `2026-01-05 14:00:00`.',
  start_seconds: 'Start of the interval, from the beginning of the run.',
  end_seconds: 'End of the interval, from the beginning of the run.',
  replications: 'Runs that a mean is of.',
  confidence: 'Confidence level of the intervals.',
  cause: 'What it was due to.',
};

/** What the other columns mean of the tables that `neap run` and `neap observe` write. */
export const RUN_COLUMNS: Readonly<Record<string, ColumnMeanings>> = {
  runs: {
    plan: 'Plan of the platform whose prices and limits count.',
    start_time: 'Beginning of the run, ISO 8601 UTC.',
    duration_seconds: 'Length of the run.',
  },
  replications: {
    replication: 'Number of the replication, from 0.',
    compute: 'Name of the compute, or `total` for all of them.',
  },
  errors: {
    error: 'SQLSTATE, or the error that clients have of their own.',
    meaning: 'What the error means, in words.',
    queries_failed: 'Queries whose last attempt ended with it.',
    attempts_retried: 'Attempts that were repeated after it.',
  },
  disruptions: {
    count: 'Cuts of all connections, and wakes that let in more clients than the compute could bear.',
    connections_dropped: 'Connections that were cut.',
    queries_cut: 'Attempts that a cut ended.',
    disturbed: 'Queries that were cut, held, refused or made to give up.',
    back: 'Disturbed queries that were answered after all.',
    lost: 'Disturbed queries that were never answered.',
    trouble_seconds: 'Time in which they were held, stood in the pooler or met errors, as in computes.',
  },
  unavailability: {
    unavailable_seconds:
      'Time in which a new connection would have been refused, held while a client waited, or lost to a lack of memory.',
  },
  timeline: {
    state: 'State at the end of the interval: idle, starting, active or restarting.',
    cu: 'Size at the end of the interval; 0 while suspended.',
    cu_seconds: 'Integral of the size over billed time.',
    active_seconds: 'Time active.',
    load_mean: 'Mean number of queries running on CPU.',
    connections_mean: 'Open connections to Postgres, time average.',
    connections_max: 'Open connections to Postgres, most at once.',
    cache_hit_ratio: ['share', 'Page reads answered by the Local File Cache; empty if there were none.'],
    queries_arrived: 'Queries that clients wanted to make.',
    queries_completed: 'Queries that were answered.',
    queries_failed: 'Queries whose last attempt failed.',
    attempts: 'Attempts begun.',
    retries: 'Attempts among them that are retries.',
    connections_refused: 'Connections refused for want of a slot.',
    connections_dropped: 'Connections cut by a restart, a suspend or a fault.',
    wakes: 'Wakes begun.',
    queries_delayed: 'Arrivals that waited for a wake or a restart.',
    ...intervalLatencies(),
    cost_so_far_usd: 'Cost from the start of the run to the end of the interval.',
  },
  latency: {
    start_seconds:
      'Start of the section: a twentieth of the run, or one interval of the timeline where that is longer.',
    end_seconds: 'End of the section.',
    latency_ms: 'The middle of a bucket that is at most 0.8 % wide.',
    queries: 'Queries completed in the section with a latency in the bucket.',
  },
  decisions: {
    time: 'The moment, ISO 8601 UTC.',
    time_seconds: 'The moment, from the beginning of the run.',
    decision:
      'What happened: `wake`, `start`, `active`, `suspend`, `resume`, `resize`, `restart`, `restarted`, `update`, `refuse`, `upscale_requested`, `downscale_denied`, `permit_denied`, `migration`, `migrated`, `out_of_memory`, `quota_exhausted`, `quota_renewed`, `fault`, `fault_ended`.',
    state: "The state afterwards, in the simulator's words.",
    current_state: "The state afterwards, in the API's words.",
    pending_state: "The state that follows, in the API's words; empty where none does.",
    cu_before: 'Size before; 0 while suspended.',
    cu_after: 'Size after; 0 while suspended.',
    load_average_1m: 'Load average over a minute that the autoscaler sees.',
    load_average_5m: 'Load average over five minutes that the autoscaler sees.',
    goal_cpu_cu: 'Size that the goal for CPU asks for.',
    goal_memory_cu: 'Size that the goal for memory asks for.',
    goal_lfc_cu: 'Size that the goal for the Local File Cache asks for.',
    goal_cu: 'The goal after rounding.',
    won_by: 'The goal that decided it.',
    blocked: 'What keeps the autoscaler from acting on it.',
    queries_running: 'Queries running at that moment.',
    connections: 'Connections at that moment.',
    reason: 'The cause in words.',
    load: "Whose it is: the load that woke the compute, kept it awake to the end, pushed it to its size or was refused, or one of the platform's causes; empty for what is nobody's.",
    time_utc: '`time` as spreadsheets take it for a date.',
  },
  loads: {
    load: "Name of the load, or of a cause of the platform's.",
    kind: '`load` or `platform`.',
    active_seconds: 'Active time that it is the cause of.',
    idle_seconds: 'The part of it in which nothing was at work.',
    cu_hours: 'Its part of what the run used.',
    cost_usd: 'Its part of what the run cost.',
    cost_usd_per_month: 'Its part of what a month of 730 hours costs.',
    above_minimum_cpu_cu_hours:
      'The part of `cu_hours` above the minimum size that the goal for CPU asked for.',
    above_minimum_memory_cu_hours:
      'The part of `cu_hours` above the minimum size that the goal for memory asked for.',
    above_minimum_lfc_cu_hours:
      'The part of `cu_hours` above the minimum size that the goal for the Local File Cache asked for.',
    above_minimum_policy_cu_hours:
      'The part of `cu_hours` above the minimum size that another policy asked for.',
    wakes: 'Wakes for a client of the load.',
    queries_arrived: 'Its queries.',
    queries_completed: 'Its queries that were answered.',
    queries_failed: 'Its queries whose last attempt failed.',
    queries_refused: 'Attempts refused.',
    refused_by: 'Attempts refused by SQLSTATE.',
    queries_cut:
      "Attempts that were being worked on, or in the pooler's line, when all connections were cut.",
    cut_by: 'The same by what cut them.',
    queries_slow: 'Waits for something else than their own work.',
    slow_by:
      'The same by what was waited for: a `wake`, a `restart`, a place in the `client_pool`, a connection of the `pooler`.',
    refusals_caused:
      'Attempts of any load that were refused for want of a slot while this load held more of them than each other.',
    ...alternatives('without', 'with `--without-each`: of the run without the load'),
  },
  tenants: {
    compute: 'The tenant.',
    class: 'Its class.',
    team: 'The team that the tenant belongs to, if the fleet has `teams`; empty otherwise.',
    rate_factor: 'How much more often than its class it is asked, as drawn for it.',
    working_set_factor: 'How much larger than its class its working set is, as drawn for it.',
    utc_offset_hours: 'Its time zone, as drawn for it.',
    cost_share: ['share', "Its part of the fleet's cost."],
    cost_rank: 'Its place by cost, from 1 for the largest.',
    wakes_rank: 'Its place by wakes, from 1 for the most.',
    saving_rank: 'Its place by saving, from 1 for the largest.',
    idle_usd_per_month: 'What its active time in idle periods of a minute or more costs.',
    saving_usd_per_month: 'Estimated saving with the shortest suspend timeout that the plan allows.',
    saving_wakes_per_month: 'Wakes that it adds.',
    best_suspend_timeout_seconds:
      'The timeout that costs this tenant least, a wake counted as a minute of running idle.',
    best_saving_usd_per_month: 'What it saves, less than 0 where it costs more: an estimate.',
    best_wakes_per_month: 'Wakes that it adds, less than 0 where it spares some: an estimate.',
    same_wakes_suspend_timeout_seconds:
      'Its timeout where the fleet is to save as much as it can without further wakes.',
  },
  operations: {
    seen: 'When it was first seen, ISO 8601 UTC.',
    seen_seconds: 'When it was first seen, from the beginning.',
    ended_seconds: 'When its end was first seen, from the beginning.',
    action: 'What it does, in the words of the API.',
    status: 'Its last status.',
    duration_ms: 'Its duration as the platform reports it.',
    created_at: 'When it was created, as the platform reports it.',
    operation_id: 'Its id on the platform.',
  },
  attempts: {
    load: 'The load that it belongs to.',
    intended_seconds: 'When its query was meant to arrive, from the beginning.',
    attempt: 'Number of the attempt, from 1.',
    began_seconds: 'When the attempt began, from the beginning.',
    ended_seconds: 'When the attempt ended, from the beginning.',
    outcome: '`completed`, or the SQLSTATE or client error of its failure.',
  },
};

function intervalLatencies(): ColumnMeanings {
  const words = {
    mean: 'mean',
    p50: 'median',
    p90: '90th percentile',
    p95: '95th percentile',
    p99: '99th percentile',
    max: 'longest',
  };
  return Object.fromEntries(
    Object.entries(words).map(([part, word]) => [
      `latency_${part}_ms`,
      `Latency of the queries completed in the interval, ${word}; empty if there were none.`,
    ]),
  );
}

function alternatives(name: string, of: string): ColumnMeanings {
  return {
    [`${name}_cost_usd_per_month`]: `What a month costs, ${of}.`,
    [`${name}_saving_usd_per_month`]: `What a month costs less, ${of}.`,
    [`${name}_cu_hours`]: `CU-hours, ${of}.`,
    [`${name}_wakes`]: `Wakes, ${of}.`,
  };
}
