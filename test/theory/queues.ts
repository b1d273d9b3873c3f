import type { ComputeObservations } from '../../src/simulation/run/observation.js';
import { publishedCase } from '../vectors/published-case.js';
import {
  document,
  type Figure,
  failedShare,
  inSystem,
  meanSojourn,
  runSeconds,
  type ScenarioDocument,
  throughput,
  utilisation,
} from './support/experiment.js';
import { number, numericCase } from './support/numbers.js';

/** A queueing system with a known result: its scenario, and the expected figures. */
export interface QueueingCase {
  readonly name: string;
  readonly scenario: ScenarioDocument;
  readonly figures: readonly Figure[];
  /** Input whose mean is known, to narrow the intervals of the figures. */
  readonly controls?: readonly Figure[];
  /** Whether the case takes too long for the everyday suite. */
  readonly long?: boolean;
}

/** A law of service times in scenario syntax, in seconds. */
type Law = ScenarioDocument | string;

const exponential = (mean: number): Law => ({ exponential: { mean: `${mean}s` } });

/**
 * c servers, first come, first served: a pool of c connections in front of a compute that gives each of them
 * a whole vCPU, or, if that exceeds the vCPUs of a compute, queries that wait instead of computing.
 */
function pooled(options: {
  readonly rate: number;
  readonly service: Law;
  readonly servers: number;
  readonly customers: number;
  readonly pool?: ScenarioDocument;
}): ScenarioDocument {
  const { rate, service, servers, customers, pool } = options;
  const cu = servers <= 16 ? servers : 0.25;
  const query = servers <= 16 ? { cpu: service } : { cpu: '0s', wait: service };
  return document({
    cu,
    duration: `${customers / rate}s`,
    load: { rate: `${rate}/s`, query, connection: { kind: 'pool', size: servers, ...pool } },
  });
}

/** Processor sharing on `cu` vCPU: every query has a separate connection. */
function shared(options: {
  readonly rate: number;
  readonly service: Law;
  readonly cu: number;
  readonly customers: number;
  readonly model?: ScenarioDocument;
}): ScenarioDocument {
  const { rate, service, cu, customers } = options;
  return document({
    cu,
    duration: `${customers / rate}s`,
    load: { rate: `${rate}/s`, query: { cpu: service }, connection: { kind: 'per_query' } },
    model: { max_connections: 1_000_000, ...options.model },
  });
}

function sojourn(expected: number): Figure {
  return { name: 'mean sojourn', of: meanSojourn, expected };
}

/** Poisson arrivals, and random CPU demands, as control variates of the figures they affect. */
function controls(rate: number, mean_cpu?: number): readonly Figure[] {
  const arrivals = { name: 'arrivals', of: (one) => one.arrived / runSeconds(one), expected: rate } as Figure;
  if (mean_cpu === undefined) return [arrivals];
  const demand = (one: ComputeObservations) => one.cpu_seconds / (one.arrived - one.failed);
  return [arrivals, { name: 'CPU of a query', of: demand, expected: mean_cpu }];
}

function erlangC(id: string, customers: number): QueueingCase {
  const { inputs, expected } = numericCase(id);
  const servers = number(inputs, 'c');
  const rate = number(inputs, 'lambda_');
  const service = exponential(1 / number(inputs, 'mu'));
  const figures = [
    sojourn(number(expected, 'W')),
    { name: 'number in system', of: inSystem, expected: number(expected, 'L') },
  ];
  if (servers <= 16)
    figures.push({ name: 'utilisation', of: utilisation, expected: number(expected, 'rho') });
  return {
    name: `${id} Erlang C, ${servers} servers`,
    // One server is a case of general service, below.
    long: servers === 1 || servers >= 100,
    scenario: pooled({ rate, service, servers, customers }),
    figures,
    controls: controls(rate, servers <= 16 ? 1 / number(inputs, 'mu') : undefined),
  };
}

function finiteRoom(id: string, customers: number): QueueingCase {
  const { inputs, expected } = numericCase(id);
  const servers = number(inputs, 'c');
  const rate = number(inputs, 'lambda_');
  const service = exponential(1 / number(inputs, 'mu'));
  const room = number(inputs, 'K');
  return {
    name: `${id} M/M/${servers}/${room}`,
    long: servers >= 100,
    scenario: pooled({ rate, service, servers, customers, pool: { max_waiting: room - servers } }),
    figures: [
      { name: 'blocked', of: failedShare, expected: number(expected, 'p_block') },
      { name: 'throughput', of: throughput, expected: number(expected, 'throughput') },
      { name: 'number in system', of: inSystem, expected: number(expected, 'L') },
      sojourn(number(expected, 'W_accepted')),
    ],
    controls: controls(rate, servers <= 16 ? 1 / number(inputs, 'mu') : undefined),
  };
}

/** @param hold of mean one second, with the mean of its square */
function loss(
  id: string,
  hold: Law,
  hold_square: number,
  erlangs: number,
  customers: number,
  precision?: number,
): QueueingCase {
  const { inputs, expected } = numericCase(id);
  const slots = number(inputs, 'c');
  return {
    name: `${id} Erlang B, ${slots} connection slots`,
    scenario: document({
      cu: 1,
      duration: `${customers / erlangs}s`,
      load: { rate: `${erlangs}/s`, query: { cpu: '0s' }, connection: { kind: 'session', hold } },
      model: { max_connections: slots },
    }),
    figures: [
      { name: 'refused', of: failedShare, expected: number(expected, 'blocking'), precision },
      {
        name: 'slots in use',
        of: (one) => one.connections.mean,
        expected: number(expected, 'carried_erlangs'),
      },
    ],
    controls: [
      ...controls(erlangs),
      {
        // The end of the run cuts off E[hold²] / 2 per second of arrivals.
        name: 'time of a session',
        of: (one) => (one.connections.mean * runSeconds(one)) / (one.arrived - one.failed),
        expected: 1 - (hold_square * erlangs) / (2 * customers),
      },
    ],
  };
}

function impatience(): QueueingCase {
  const { inputs, expected } = numericCase('B9');
  const servers = number(inputs, 'c');
  return {
    name: 'B9 Erlang A: waiting queries give up',
    scenario: pooled({
      rate: number(inputs, 'lambda_'),
      service: exponential(1 / number(inputs, 'mu')),
      servers,
      customers: 20_000,
      pool: { acquire_timeout: exponential(1 / number(inputs, 'theta')) },
    }),
    figures: [{ name: 'gave up', of: failedShare, expected: number(expected, 'p_abandon') }],
    controls: controls(number(inputs, 'lambda_'), 1 / number(inputs, 'mu')),
  };
}

const HYPEREXPONENTIAL: Law = {
  hyperexponential: {
    phases: [
      { weight: 0.9, mean: '100ms' },
      { weight: 0.1, mean: '9.1s' },
    ],
  },
};

function generalService(id: string, service: Law, customers: number): QueueingCase[] {
  const { inputs, expected } = numericCase(id);
  const rate = number(inputs, 'lambda_');
  const known = controls(rate, service === '1s' ? undefined : 1);
  return [
    {
      name: `${id} M/G/1 first come first served`,
      long: id === 'C3',
      scenario: pooled({ rate, service, servers: 1, customers }),
      figures: [sojourn(number(expected, 'W_fcfs'))],
      controls: known,
    },
    {
      name: `${id} M/G/1 processor sharing`,
      long: id === 'C3',
      scenario: shared({ rate, service, cu: 1, customers: customers / 2 }),
      figures: [
        sojourn(number(expected, 'W_ps')),
        { name: 'number in system', of: inSystem, expected: number(expected, 'L_ps') },
      ],
      controls: known,
    },
  ];
}

function sharedCores(): QueueingCase {
  const { inputs, expected } = numericCase('C5');
  return {
    name: 'C5 M/M/4 processor sharing',
    scenario: shared({
      rate: number(inputs, 'lambda_'),
      service: exponential(1 / number(inputs, 'mu')),
      cu: number(inputs, 'c'),
      customers: 60_000,
    }),
    figures: [
      { name: 'number in system', of: inSystem, expected: number(expected, 'E_N') },
      sojourn(number(expected, 'E_T')),
      { name: 'utilisation', of: utilisation, expected: number(expected, 'utilisation') },
    ],
    controls: controls(number(inputs, 'lambda_'), 1 / number(inputs, 'mu')),
  };
}

function responseQuantiles(): QueueingCase {
  const { inputs, expected } = numericCase('A7');
  return {
    name: 'A7 M/M/1 response quantiles',
    long: true,
    scenario: pooled({
      rate: number(inputs, 'lambda_'),
      service: exponential(1 / number(inputs, 'mu')),
      servers: 1,
      customers: 800_000,
    }),
    figures: [
      sojourn(number(expected, 'W')),
      ...(['p50', 'p95', 'p99'] as const).map((name) => ({
        name,
        of: (one: { readonly latency: { quantile(p: number): number } }) =>
          one.latency.quantile(Number(`0.${name.slice(1)}`)),
        expected: number(expected, name),
        quantile: true,
      })),
    ],
    controls: controls(number(inputs, 'lambda_'), 1 / number(inputs, 'mu')),
  };
}

/** Families A to C of `theory.json`. */
export const theoryQueues: readonly QueueingCase[] = [
  erlangC('A1', 100_000),
  erlangC('A3', 100_000),
  erlangC('A5', 400_000),
  responseQuantiles(),
  loss('B1', { lognormal: { mean: '1s', cv: 2 } }, 5, 10, 50_000),
  // Six sessions in a thousand are refused.
  { ...loss('B3', exponential(1), 2, 200, 900_000, 0.02), long: true },
  finiteRoom('B5', 40_000),
  finiteRoom('B7', 600_000),
  impatience(),
  ...generalService('C1', '1s', 100_000),
  ...generalService('C3', HYPEREXPONENTIAL, 400_000),
  sharedCores(),
];

interface PublishedMmc {
  readonly cases: readonly {
    readonly arrival_rate: number;
    readonly service_rate: number;
    readonly servers: number;
    readonly expected: {
      readonly mean_sojourn: number;
      readonly mean_in_system: number;
      readonly utilisation: number;
    };
  }[];
}

const isMm1 = ({ servers, arrival_rate, service_rate }: PublishedMmc['cases'][number]) =>
  servers === 1 && arrival_rate === 0.9 && service_rate === 1;

function publishedMmc(): readonly QueueingCase[] {
  // A hundred servers are A5, and the queue with published percentiles is below.
  const cases = publishedCase<PublishedMmc>('mmc').cases.filter((one) => one.servers < 100 && !isMm1(one));
  return cases.map(({ arrival_rate, service_rate, servers, expected }) => ({
    name: `published M/M/${servers} at ${expected.utilisation}`,
    scenario: pooled({
      rate: arrival_rate,
      service: exponential(1 / service_rate),
      servers,
      customers: expected.utilisation >= 0.9 ? 400_000 : 150_000,
    }),
    figures: [
      sojourn(expected.mean_sojourn),
      { name: 'number in system', of: inSystem, expected: expected.mean_in_system },
    ],
    controls: controls(arrival_rate, 1 / service_rate),
  }));
}

interface PublishedPercentiles {
  readonly inputs: { readonly arrival_rate: number; readonly service_rate: number };
  readonly expected: Readonly<Record<'mean' | 'p50' | 'p90' | 'p95' | 'p99' | 'p999', number>>;
}

function publishedPercentiles(): QueueingCase {
  const { inputs, expected } = publishedCase<PublishedPercentiles>('mm1-percentiles');
  const mm1 = publishedCase<PublishedMmc>('mmc').cases.find(isMm1)!;
  return {
    name: 'published M/M/1 percentiles at 0.9',
    long: true,
    scenario: pooled({
      rate: inputs.arrival_rate,
      service: exponential(1),
      servers: 1,
      customers: 3_000_000,
    }),
    figures: [
      sojourn(expected.mean),
      { name: 'number in system', of: inSystem, expected: mm1.expected.mean_in_system },
      ...(['p50', 'p90', 'p95', 'p99', 'p999'] as const).map((name) => ({
        name,
        of: (one: { readonly latency: { quantile(p: number): number } }) =>
          one.latency.quantile(Number(`0.${name.slice(1)}`)),
        expected: expected[name],
        quantile: true,
        // One query in a thousand: an interval of 1 % would take a billion of them.
        ...(name === 'p999' ? { precision: 0.02 } : {}),
      })),
    ],
    controls: controls(inputs.arrival_rate, 1),
  };
}

interface PublishedRoom {
  readonly cases: readonly {
    readonly arrival_rate: number;
    readonly capacity: number;
    readonly expected: Readonly<
      Record<'p_block' | 'mean_in_system' | 'mean_sojourn' | 'utilisation', number>
    >;
  }[];
}

/** A bounded queue as in a database: `max_connections`, refusal, and one vCPU shared by admitted queries. */
function publishedRoom(): readonly QueueingCase[] {
  return publishedCase<PublishedRoom>('mm1k').cases.map(({ arrival_rate, capacity, expected }) => ({
    name: `published M/M/1/${capacity} at ${arrival_rate}, by max_connections`,
    long: capacity === 20,
    scenario: shared({
      rate: arrival_rate,
      service: exponential(1),
      cu: 1,
      // With room for twenty, one in seventy is refused.
      customers: capacity === 20 ? 700_000 : 100_000,
      model: { max_connections: capacity },
    }),
    figures: [
      { name: 'refused', of: failedShare, expected: expected.p_block },
      { name: 'number in system', of: inSystem, expected: expected.mean_in_system },
      sojourn(expected.mean_sojourn),
      { name: 'utilisation', of: utilisation, expected: expected.utilisation },
    ],
    controls: controls(arrival_rate, 1),
  }));
}

const SERVICES: Readonly<Record<string, Law>> = {
  'deterministic 1': '1s',
  'Erlang-2 mean 1': { erlang: { stages: 2, mean: '1s' } },
  'lognormal mean 1, scv 4': { lognormal: { mean: '1s', cv: 2 } },
};

interface PublishedService {
  readonly cases: readonly {
    readonly arrival_rate: number;
    readonly service: string;
    readonly expected: { readonly mean_sojourn: number };
  }[];
}

function publishedService(): readonly QueueingCase[] {
  // Exponential service is the M/M/1 queue at 0.8 of the cases above, and hyperexponential service is C3.
  return publishedCase<PublishedService>('mg1').cases.flatMap(({ arrival_rate, service, expected }) => {
    const law = SERVICES[service];
    if (law === undefined) return [];
    return {
      name: `published M/G/1, ${service}`,
      scenario: pooled({
        rate: arrival_rate,
        service: law,
        servers: 1,
        customers: service.startsWith('log') ? 600_000 : 150_000,
      }),
      figures: [sojourn(expected.mean_sojourn)],
      controls: controls(arrival_rate, law === '1s' ? undefined : 1),
    };
  });
}

/** Queueing entries of `published.json`. */
export const publishedQueues: readonly QueueingCase[] = [
  ...publishedMmc(),
  publishedPercentiles(),
  ...publishedRoom(),
  ...publishedService(),
];
