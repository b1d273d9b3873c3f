import type { CpuLimit } from '../../compute/cpu-limit.js';
import { DURATION, numberAboveZero, positive } from '../form/quantity-schema.js';
import { word } from '../form/text-schema.js';
import type { ModelConstant } from './assumption.js';

const CGROUP = {
  source:
    "cgroup of a compute's virtual machine in the platform's open-source autoscaling, neonvm-runner/cmd/cgroup.go, 2025",
} as const;

export const CPU_CONSTANTS = {
  cpu_limit: {
    schema: word(
      ['share', 'bandwidth'],
      'How a compute is limited to its size if that is not a whole number of vCPU: one processor is slowed down in proportion (share), or whole processors run at full speed until the quota of a period is exhausted (bandwidth).',
    ),
    default: 'share',
    source:
      "the specification's size table has .25 vCPU at .25 CU, without saying how the platform limits it",
    confidence: 'medium',
    platform: {
      default: 'bandwidth',
      source: `${CGROUP.source}; whole processors in the guest; that production uses both is inferred`,
      confidence: 'medium',
    },
    matters: { if: 'fractional', once: 'queried' },
    alternatives: { low: 'share', high: 'bandwidth' },
  },
  cpu_quota_burst: {
    schema: numberAboveZero(
      'a number above 0 such as 4',
      'Quota of a period as a multiple of the size: 4 lets 0.25 CU use one whole vCPU; 1 is a server under a quota of exactly its size. Only with cpu_limit: bandwidth.',
    ),
    default: 4,
    ...CGROUP,
    confidence: 'medium',
    matters: { if: 'bandwidth', once: 'queried' },
    alternatives: { low: '1' },
  },
  cpu_quota_period: {
    schema: positive(DURATION, 'Length of a period of the quota. Only with cpu_limit: bandwidth.'),
    default: '100ms',
    ...CGROUP,
    confidence: 'high',
    matters: { if: 'throttled', once: 'queried' },
  },
} as const satisfies Readonly<Record<string, ModelConstant>>;

export function cpuLimitOf(model: {
  readonly cpu_limit: CpuLimit['kind'];
  readonly cpu_quota_burst: number;
  readonly cpu_quota_period: number;
}): CpuLimit {
  return model.cpu_limit === 'share'
    ? { kind: 'share' }
    : {
        kind: 'bandwidth',
        quota_burst: model.cpu_quota_burst,
        period_seconds: model.cpu_quota_period,
      };
}
