import type { Distribution } from '../kernel/distribution.js';

interface ClassParameter {
  readonly distribution: Distribution;
  /** As written in a scenario. */
  readonly written: unknown;
  readonly source: string;
}

/** A class of tenants that scenarios may name without defining it. */
export interface BuiltInClass {
  /** Its default share of a fleet. */
  readonly share: number;
  readonly rate_factor: ClassParameter;
  readonly working_set_factor: ClassParameter;
}

/** The mix of tenants by how often they are used. */
export const MIX_SOURCE =
  'Azure Functions trace of 2019, 13,057 apps over 14 days (KubeGym documentation): 33 % are without a request in 95 % of all minutes, 39 % in 60 to 95 %, 27 % in fewer; that databases behave like apps is a guess';

const RATE_SOURCE =
  'fitted to the same apps: the rates of the p10, p50 and p90 are 0.0014, 0.23 and 8.8 per minute, and the p50 is a factor of 1';

const SIZE_SOURCE =
  'not published; sizes of databases are about lognormal with a sigma of 2.6 (Cloud Analytics Benchmark, PVLDB 16), and the data that a tenant reads is assumed to vary less';

/**
 * The built-in classes. Shares and rates are those of Azure Functions' apps: lognormal rates of rarely used apps, and
 * a Pareto tail. The tail is cut at 3,000 times the typical rate so that a tenant fits one compute: uncut, 1.5 % of the
 * apps carry 79 % of the volume.
 */
export const TENANT_CLASSES: Readonly<Record<string, BuiltInClass>> = {
  idle: {
    share: 0.33,
    rate_factor: rates(
      { kind: 'lognormal', mu: Math.log(0.013), sigma: 1.5 },
      { lognormal: { median: 0.013, p99: 0.426 } },
    ),
    working_set_factor: sizes(0.1),
  },
  hobby: {
    share: 0.4,
    rate_factor: rates({ kind: 'lognormal', mu: 0, sigma: 0.6 }, { lognormal: { median: 1, p99: 4.04 } }),
    working_set_factor: sizes(1),
  },
  business: {
    share: 0.27,
    rate_factor: rates(
      { kind: 'bounded_pareto', shape: 0.35, min: 2.2, max: 3000 },
      { bounded_pareto: { shape: 0.35, min: 2.2, max: 3000 } },
    ),
    working_set_factor: sizes(10),
  },
};

function rates(distribution: Distribution, written: unknown): ClassParameter {
  return { distribution, written, source: RATE_SOURCE };
}

/** A standard deviation of 1 in the logarithm around a median. */
function sizes(median: number): ClassParameter {
  const p99 = Number((median * Math.exp(2.3263478740408408)).toPrecision(3));
  return {
    distribution: { kind: 'lognormal', mu: Math.log(median), sigma: 1 },
    written: { lognormal: { median, p99 } },
    source: SIZE_SOURCE,
  };
}
