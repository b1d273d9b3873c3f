/** Which mark a decision gets above curves; others get none. */
export const MARK_OF: Readonly<Record<string, string>> = {
  wake: 'wake',
  resume: 'wake',
  suspend: 'suspend',
  restart: 'restart',
  out_of_memory: 'restart',
  refuse: 'refusal',
  quota_exhausted: 'refusal',
  fault: 'fault',
};

/** Their order from top to bottom. */
export const MARK_ORDER: readonly string[] = ['wake', 'suspend', 'restart', 'refusal', 'fault'];
