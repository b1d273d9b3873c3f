import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { EXIT } from '../shared/exit-code.js';
import { bashCompletion } from './bash-completion.js';
import { offeredCommands, offeredOptions } from './completion-tree.js';
import { fishCompletion } from './fish-completion.js';
import { zshCompletion } from './zsh-completion.js';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/**
 * Prints the script of a shell.
 * @param command the command itself, whose program has all its commands whole
 */
export async function printCompletion(
  shell: keyof typeof SHELLS,
  _options: object,
  command: { readonly parent: CommandUnknownOpts | null },
): Promise<number> {
  const program = command.parent!;
  process.stdout.write(SHELLS[shell](offeredOptions(program), offeredCommands(program)));
  return EXIT.done;
}
