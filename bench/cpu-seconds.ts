/**
 * Runs `work` and returns its result and its CPU time in seconds, including the runtime's own threads. CPU time is used
 * instead of elapsed time because other work on the machine disturbs it less.
 */
export function withCpuSeconds<T>(work: () => T): { readonly result: T; readonly cpu_seconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpu_seconds: (user + system) / 1e6 };
}
