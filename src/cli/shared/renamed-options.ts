/** Options that have another name now: by command, the old name and what to write instead. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  compare: { '--markdown': '--md -' },
  sweep: { '--markdown': '--md -' },
  policies: { '--markdown': '--md -' },
  plan: { '--markdown': '--md -', '--objective': '--minimise', '--growth': '--at-load' },
  capacity: { '--markdown': '--md -', '--objective': '--constraint', '--precision': '--load-tolerance' },
  forecast: { '--markdown': '--md -', '--objective': '--constraint', '--precision': '--line-tolerance' },
};

/** What to write instead of the first option of a command line that has another name now; `undefined` without one. */
export function renamedOption(args: readonly string[]): string | undefined {
  const renamed = RENAMED[args[0] ?? ''] ?? {};
  for (const arg of args) {
    const [flag = ''] = arg.split('=');
    const now = Object.hasOwn(renamed, flag) ? renamed[flag] : undefined;
    if (now !== undefined) return `error: ${flag} of neap ${args[0]} has been renamed; use ${now}`;
  }
  return undefined;
}
