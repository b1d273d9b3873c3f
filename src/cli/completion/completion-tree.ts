import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** What a shell may offer for a word: some words, or names of files; for `text`, which a person types, nothing. */
export type Offer = readonly string[] | 'files' | 'folders' | 'text';

/** What a script has for an offer. @param others for offers that are no words */
export function offerText(
  offer: Offer,
  words: (joined: string) => string,
  others: Readonly<Record<Extract<Offer, string>, string>>,
): string {
  return typeof offer === 'string' ? others[offer] : words(offer.join(' '));
}

/** An option as a shell completes it. */
export interface OfferedOption {
  /** Such as `-o` and `--out`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** What its value may be; `undefined` for a switch. */
  readonly value: Offer | undefined;
  /** Whether the value may be left out. */
  readonly optional: boolean;
}

/** A command as a shell completes it. */
export interface OfferedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OfferedOption[];
  /** What its arguments may be, in order; the last also for those that follow where it is variadic. */
  readonly operands: readonly Offer[];
  readonly variadic: boolean;
}

/** What stands for a file in the usage of an option or an argument, and what for a folder. */
const FILE = /^(file|files|summary\.json|programs)$/;
const FOLDER = /^(dir|dirs|first|second)$/;

/** What a shell can complete of a program, all of whose commands are whole. */
export function offeredCommands(program: CommandUnknownOpts): readonly OfferedCommand[] {
  return program.commands.map((command) => {
    const { registeredArguments } = command;
    return {
      name: command.name(),
      summary: command.summary(),
      options: offeredOptions(command),
      operands: registeredArguments.map((argument) => offerOf(argument.name(), argument.argChoices)),
      variadic: registeredArguments.at(-1)?.variadic ?? false,
    };
  });
}

/** The options of a command or of the program, help included. */
export function offeredOptions(command: CommandUnknownOpts): readonly OfferedOption[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ flags, short, long, description, required, optional, argChoices }) => {
      const placeholder = /[<[]([^>\]]+?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
      return {
        flags: [short, long].filter((flag) => flag != null),
        description,
        value: required || optional ? offerOf(placeholder, argChoices) : undefined,
        optional,
      };
    });
}

function offerOf(placeholder: string, words: readonly string[] | undefined): Offer {
  if (words !== undefined) return words;
  if (FILE.test(placeholder)) return 'files';
  return FOLDER.test(placeholder) ? 'folders' : 'text';
}
