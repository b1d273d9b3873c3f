import { AUTOSCALING_MAX_CU, sizeProblem } from '../compute/size.js';
import { NEVER_SUSPEND, suspendTimeoutProblem } from '../compute/suspend-timeout.js';
import { type PlanLimits, planProblem } from './plan-limits.js';
import { badRequest, PlatformError } from './platform-error.js';

/** The size and suspension of an endpoint. */
export interface EndpointSize {
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
  readonly suspend_timeout_seconds: number;
}

/** {@link EndpointSize} as far as a request names it. */
export type EndpointSizeChange = { readonly [Setting in keyof EndpointSize]?: number | undefined };

/** Provisioners there are; only `k8s-neonvm` autoscales. Source: the platform's API schema. */
const PROVISIONERS = ['k8s-pod', 'k8s-neonvm', 'serverless-platform'];
/** The provisioner of computes whose creator names none. */
export const DEFAULT_PROVISIONER = 'k8s-neonvm';
/** Size and suspension of a project's computes where its creator names none. */
export const DEFAULT_SIZE: EndpointSize = {
  autoscaling_limit_min_cu: 0.25,
  autoscaling_limit_max_cu: 2,
  suspend_timeout_seconds: 0,
};

/**
 * The size and suspension that a request asks for: what it does not name stays as it was. A size above 16 CU
 * never suspends, so with one the timeout becomes -1 unless the request names it.
 * @throws PlatformError `bad_request` for values that are none; `unprocessable` for what the plan does not allow
 */
export function resolveSize(
  change: EndpointSizeChange,
  before: EndpointSize,
  limits: PlanLimits,
): EndpointSize {
  const min_cu = change.autoscaling_limit_min_cu ?? before.autoscaling_limit_min_cu;
  const max_cu = change.autoscaling_limit_max_cu ?? before.autoscaling_limit_max_cu;
  const always_active = max_cu > AUTOSCALING_MAX_CU;
  const timeout =
    change.suspend_timeout_seconds ?? (always_active ? NEVER_SUSPEND : before.suspend_timeout_seconds);
  const problem = sizeProblem(min_cu, max_cu) ?? suspendTimeoutProblem(timeout);
  if (problem !== undefined) throw badRequest(problem);
  if (always_active && timeout !== NEVER_SUSPEND) {
    throw badRequest(
      `a compute above ${AUTOSCALING_MAX_CU} CU is always active; expected a suspend_timeout_seconds of -1, or none`,
    );
  }
  const size: EndpointSize = {
    autoscaling_limit_min_cu: min_cu,
    autoscaling_limit_max_cu: max_cu,
    suspend_timeout_seconds: timeout,
  };
  const refusal = planProblem(limits, size);
  if (refusal !== undefined) throw new PlatformError('unprocessable', refusal, 'PLAN_LIMIT_EXCEEDED');
  return size;
}

/**
 * The provisioner that a request asks for.
 * @throws PlatformError `bad_request` for one that is none, or cannot autoscale between the limits
 */
export function resolveProvisioner(asked: string | undefined, before: string, size: EndpointSize): string {
  const provisioner = asked ?? before;
  if (!PROVISIONERS.includes(provisioner)) {
    throw badRequest(`unknown provisioner "${provisioner}"; expected one of ${PROVISIONERS.join(', ')}`);
  }
  const fixed = size.autoscaling_limit_min_cu === size.autoscaling_limit_max_cu;
  if (provisioner === 'k8s-pod' && !fixed) {
    throw badRequest('the provisioner k8s-pod does not autoscale; expected k8s-neonvm, or a fixed size');
  }
  return provisioner;
}

/** Refuses Postgres settings that are no map of strings. @throws PlatformError `bad_request` */
export function checkPgSettings(
  pg_settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(pg_settings)) {
    if (typeof value !== 'string') throw badRequest(`pg_settings.${name} is not a string`);
  }
  return pg_settings;
}
