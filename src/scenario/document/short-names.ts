/** Settings of a compute that changes may call by a short name. */
export const SHORT_NAMES: Readonly<Record<string, string>> = {
  min: 'autoscaling_limit_min_cu',
  max: 'autoscaling_limit_max_cu',
  timeout: 'suspend_timeout_seconds',
};

/** What the short names stand for, in words. */
export const SHORT_NAMES_TEXT =
  'min, max and timeout stand for autoscaling_limit_min_cu, autoscaling_limit_max_cu and suspend_timeout_seconds of every compute, NAME.min and so on for those of one; pooling (direct or pooler) for how every load connects, replicas for the number of read-only computes, policy, size_policy and suspend_policy for the policies of every compute';
