import type { Explanation } from '../../../ingest/awake/explain-awake.js';
import type {
  Basis,
  ExplainedCompute,
  ExplainedPoller,
  Remedy,
} from '../../../ingest/awake/explained-compute.js';
import { column } from '../../document/column.js';
import { notesOn, notesPart, type Part, type Report, table } from '../../document/report.js';
import { count, duration, money, number, percent, priceText } from '../../figures/figure-text.js';
import { utcText } from '../../text/iso-time.js';
import { sparkline } from '../../text/sparkline.js';
import { verdictOf } from '../../text/verdict.js';
import { when } from '../../text/when.js';

/** Why computes are awake, by the platform's records. @param next the command that builds a scenario of them */
export function explainedReport({ computes, notes }: Explanation, next: string): Report {
  const [first, ...others] = computes as [ExplainedCompute, ...ExplainedCompute[]];
  return {
    question: 'Awake',
    about: nameOf(first),
    title: 'what keeps it awake, by its own records',
    facts: [
      `${utcText(first.from)} to ${utcText(first.to)}`,
      `plan ${first.plan}${assumed(first.plan_basis)}`,
      ...when(others.length > 0, `${count(computes.length)} computes or projects`),
    ],
    verdict: verdictOf('neutral', sentences(first), next),
    start: first.from,
    warnings: notes,
    parts: computes.flatMap((each, index) => partsOf(each, index, computes.length > 1)),
  };
}

function nameOf({ project, compute }: ExplainedCompute): string {
  return compute === '' ? project : compute;
}

/** A remark next to a value that is not in the records. */
function assumed(basis: Basis): string {
  return basis === 'assumed' || basis === 'inferred' ? ` (${basis})` : '';
}

function sentences(each: ExplainedCompute) {
  const { awake_hours, record_hours, awake_share, pollers, no_period, usd_per_month } = each;
  const [poller, ...others] = pollers;
  const condition =
    each.timeout_basis === 'assumed'
      ? `if its suspend timeout is ${duration(each.suspend_timeout_seconds)}, `
      : '';
  const cause =
    poller === undefined
      ? `no period: ${no_period}`
      : `${condition}something wakes it about every ${periodText(poller)}, and keeps it awake for ${aloneText(poller)} of a month of 730 h, which nothing else needs`;
  return [
    {
      named: `${nameOf(each)} is awake for ${number(awake_hours)} of ${number(record_hours)} hours${assumed(each.awake_basis)}: ${percent(awake_share)} of the time`,
    },
    cause,
    ...others.map((other) => `something else wakes it every ${periodText(other)}, for ${aloneText(other)}`),
    usd_per_month === null
      ? 'The record is too short to project a month'
      : `At this rate it costs ${money(usd_per_month)} per month`,
  ];
}

function periodText({ period_seconds, certainty }: ExplainedPoller): string {
  return `${duration(period_seconds)} (certainty: ${certainty})`;
}

/** The time that a compute is awake for a poller alone, and its cost. */
function aloneText({ alone_hours_per_month, alone_usd_per_month: usd }: ExplainedPoller): string {
  return `${number(alone_hours_per_month)} h${usd === null ? '' : ` (${money(usd)})`}`;
}

function partsOf(each: ExplainedCompute, index: number, isOneOfSeveral: boolean): readonly Part[] {
  const id = (name: string) => (index === 0 ? name : `${name}-${index + 1}`);
  return [
    {
      kind: 'facts',
      id: id('awake'),
      title: isOneOfSeveral ? nameOf(each) : 'Awake',
      facts: factsOf(each),
    },
    table<ExplainedPoller>({
      id: id('pollers'),
      caption: 'What wakes it periodically',
      rows: each.pollers,
      columns: [
        column('period', 'Period', 'seconds', ({ period_seconds }) => period_seconds, {
          text: ({ period_seconds }) => duration(period_seconds),
        }),
        { name: 'certainty', head: 'Certainty', of: ({ certainty }) => certainty },
        column('wakes', 'Wakes', 'share', ({ share_of_wakes }) => share_of_wakes),
        column('alone', 'Hours per month for it alone', 'number', (one) => one.alone_hours_per_month),
        column('cost', 'Cost per month', 'usd', (one) => one.alone_usd_per_month),
      ],
      below: each.pollers.flatMap(({ evidence }) => notesOn('', [evidence], { item: true })),
    }),
    table<Remedy>({
      id: id('try'),
      caption: 'What to try (estimated)',
      rows: each.try,
      columns: [
        { name: 'change', head: 'Change', of: ({ what }) => what },
        column('hours', 'Hours saved per month', 'number', (one) => one.saves_hours_per_month),
        column('saving', 'Saved per month', 'usd', (one) => one.saves_usd_per_month),
      ],
    }),
    notesPart(id('notes'), notesOn('notes', notesOf(each), { item: true })),
  ];
}

function factsOf(each: ExplainedCompute) {
  const { awake_by_hour_of_day: hours, wakes, price_since } = each;
  const byHour = hours.map((share) => share ?? Number.NaN);
  return [
    {
      label: 'Awake',
      parts: [
        `${number(each.awake_hours)} of ${number(each.record_hours)} h${assumed(each.awake_basis)}`,
        percent(each.awake_share),
        ...when(wakes !== null, `${count(wakes ?? 0)} wakes`),
      ],
    },
    ...when(byHour.length > 0, {
      label: 'Hours 0 to 23',
      parts: [sparkline(byHour), 'UTC', hoursText(byHour)],
    }),
    {
      label: 'Timeout',
      parts: [`${duration(each.suspend_timeout_seconds)}${assumed(each.timeout_basis)}`],
    },
    {
      label: 'Cost',
      parts: [
        each.usd_per_month === null
          ? 'no month is projected from less than 12 h'
          : `${money(each.usd_per_month)} per month of 730 h, projected from ${number(each.record_hours)} h`,
        `${number(each.mean_cu)} CU on average${assumed(each.mean_cu_basis)}`,
        `${priceText(each.usd_per_cu_hour)} per CU-hour of ${each.plan} since ${price_since}`,
      ],
    },
  ];
}

/** The hours that it is awake most, and least. */
function hoursText(shares: readonly number[]): string {
  const known = shares.filter((share) => !Number.isNaN(share));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const at = (share: number) => `${shares.indexOf(share)} h`;
  if (most - least < 0.05) return `about ${percent(most)} in every hour`;
  return `from ${percent(least)} at ${at(least)} to ${percent(most)} at ${at(most)}`;
}

function notesOf(each: ExplainedCompute): readonly string[] {
  const { mean_cu_basis, plan_basis, timeout_basis, wakes, try: remedies } = each;
  return [
    ...each.notes,
    ...when(
      mean_cu_basis === 'assumed',
      `${number(each.mean_cu)} CU while awake is an assumption; add the consumption history with hours for its size`,
    ),
    ...when(
      plan_basis === 'assumed',
      `the plan ${each.plan} is an assumption; a consumption history names it`,
    ),
    ...when(
      timeout_basis === 'assumed',
      `the suspend timeout of ${duration(each.suspend_timeout_seconds)} is an assumption, and a period follows from it${wakes === null ? '; add the operations' : ''}`,
    ),
    ...when(
      remedies.length === 0 && each.awake_share > 0.9,
      'look for a client that queries, connects or listens more often than the suspend timeout: its period leaves no trace in these records; pg_stat_statements or a log does, see neap import',
    ),
  ];
}
