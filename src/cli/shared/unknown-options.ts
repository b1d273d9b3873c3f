/** Options that other commands have and these do not, and why. */
const ABSENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  policies: { '--cluster': 'it makes one run for each policy, which is too little to divide' },
};

/** The message about an option that a command lacks for a reason; `undefined` without one. */
export function unknownOption(args: readonly string[]): string | undefined {
  const [command = ''] = args;
  const absent = Object.hasOwn(ABSENT, command) ? ABSENT[command]! : {};
  for (const arg of args) {
    const [flag = ''] = arg.split('=');
    if (Object.hasOwn(absent, flag)) return `error: neap ${command} has no ${flag}: ${absent[flag]}`;
  }
  return undefined;
}
