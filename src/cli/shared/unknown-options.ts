/** Options that have another name now: by command, the old name and what to write instead. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  compare: { '--markdown': '--md -' },
  sweep: { '--markdown': '--md -' },
  policies: { '--markdown': '--md -' },
  plan: { '--markdown': '--md -', '--objective': '--minimise', '--growth': '--at-load' },
  capacity: { '--markdown': '--md -', '--objective': '--constraint', '--precision': '--load-tolerance' },
  forecast: { '--markdown': '--md -', '--objective': '--constraint', '--precision': '--line-tolerance' },
};

/** Options that other commands have and these do not, and why. */
const ABSENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  policies: { '--cluster': 'it makes one run for each policy, which is too little to divide' },
};

/**
 * What to say of the first option of a command line that has another name now, or that the command has not for a reason;
 * `undefined` without one.
 */
export function unknownOption(args: readonly string[]): string | undefined {
  const [command = ''] = args;
  for (const arg of args) {
    const [flag = ''] = arg.split('=');
    const now = entryOf(RENAMED, command, flag);
    if (now !== undefined) return `error: ${flag} of neap ${command} has been renamed; use ${now}`;
    const reason = entryOf(ABSENT, command, flag);
    if (reason !== undefined) return `error: neap ${command} has no ${flag}: ${reason}`;
  }
  return undefined;
}

function entryOf(table: typeof RENAMED, command: string, flag: string): string | undefined {
  const own = Object.hasOwn(table, command) ? table[command]! : {};
  return Object.hasOwn(own, flag) ? own[flag] : undefined;
}
