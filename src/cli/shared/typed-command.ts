import { commandLine } from '../../report/text/command-line.js';

/** Options that a result does not depend on, and the command therefore does not name. */
const WITHOUT_EFFECT = /^--workers(=|$)/;

/** The command line of this process as it would be typed again, quoted for a shell, without what has no effect. */
export function typedCommand(args: readonly string[] = process.argv.slice(2)): string {
  const words = args.filter((word, index) => {
    const valueOfOne = index > 0 && args[index - 1] === '--workers';
    return !WITHOUT_EFFECT.test(word) && !valueOfOne;
  });
  return commandLine(words);
}
