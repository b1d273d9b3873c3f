/**
 * Runs `work` and returns its result and the CPU time it took in seconds, that of the runtime's own threads
 * included. CPU time rather than elapsed time: a machine that is busy elsewhere disturbs it less.
 */
export function withCpuSeconds<T>(work: () => T): { readonly result: T; readonly cpu_seconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpu_seconds: (user + system) / 1e6 };
}
