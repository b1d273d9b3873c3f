import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { fittedHelp } from '../terminal/help-text.js';
import { columnsOf } from '../terminal/screen-width.js';

/** How an option relates to others, and its default. Options are named as in code. */
interface Relations {
  /** The option has no effect without one of these. */
  readonly needs?: readonly string[];
  readonly conflicts?: readonly string[];
  readonly mandatory?: true;
}

/** One option: its help, and how its value is read. */
export interface OptionRow<Value> extends Relations {
  readonly help: string;
  readonly parse?: (text: string, before: never) => Value;
  readonly choices?: readonly string[];
  readonly default?: Value | undefined;
  /** The default in words. */
  readonly shown?: string | undefined;
}

/** Options by their flags, as commander writes them, in the order of the help. */
export type OptionTable = Readonly<Record<string, OptionRow<unknown>>>;

type Word<Text> = Text extends `${infer First} ${string}` ? First : Text;
type Camel<Text> = Text extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Text;
type Attribute<Flags> = Flags extends `${string}--no-${infer Name}`
  ? Camel<Word<Name>>
  : Flags extends `${string}--${infer Name}`
    ? Camel<Word<Name>>
    : never;

type ValueOf<Row> = Row extends OptionRow<infer Value> ? Value : never;
type AlwaysGiven<Table> = {
  [Flags in keyof Table]: undefined extends ValueOf<Table[Flags]> ? never : Flags;
}[keyof Table];

/** The values of a table's options by their names in code; those that may be left out are optional. */
export type OptionsOf<Table extends OptionTable> = {
  readonly [Flags in AlwaysGiven<Table> as Attribute<Flags> & string]: ValueOf<Table[Flags]>;
} & {
  readonly [Flags in Exclude<keyof Table, AlwaysGiven<Table>> as Attribute<Flags> & string]?: Exclude<
    ValueOf<Table[Flags]>,
    undefined
  >;
};

/** An option without a value. */
export const flag = (help: string, relations: Relations = {}): OptionRow<true | undefined> => ({
  help,
  ...relations,
});

/** An option that switches something off. */
export const off = (help: string): OptionRow<boolean> => ({ help });

/** An option whose value may be left out. */
export const optional = (help: string, relations: Relations = {}): OptionRow<string | true | undefined> => ({
  help,
  ...relations,
});

/** An option with a value; with a default, or if it is mandatory, it always has one. */
export function value<Value>(
  parse: (text: string) => Value,
  help: string,
  relations: Relations &
    ({ readonly default: NoInfer<Value>; readonly shown?: string } | { readonly mandatory: true }),
): OptionRow<Value>;
export function value<Value>(
  parse: (text: string) => Value,
  help: string,
  relations?: Relations,
): OptionRow<Value | undefined>;
export function value<Value>(
  parse: (text: string) => Value,
  help: string,
  relations: Relations & { readonly default?: Value } = {},
): OptionRow<Value | undefined> {
  return { parse, help, ...relations };
}

/** An option whose value is any text. */
export const text = (help: string, relations: Relations = {}): OptionRow<string | undefined> => ({
  help,
  ...relations,
});

/** An option with one of a few values. */
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  help: string,
  relations?: Relations,
): OptionRow<Choice | undefined>;
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  help: string,
  relations: Relations & { readonly default: NoInfer<Choice> },
): OptionRow<Choice>;
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  help: string,
  relations: Relations & { readonly default?: Choice } = {},
): OptionRow<Choice | undefined> {
  return { choices, help, ...relations };
}

/** An option that may be repeated; its values in the order given. */
export const repeatable = (
  help: string,
  parse: (text: string) => string = (each) => each,
  relations: Relations = {},
): OptionRow<readonly string[] | undefined> => ({
  parse: (each: string, before: readonly string[] = []) => [...before, parse(each)],
  help: `${help}; repeatable`,
  ...relations,
});

/** A command without its action. */
export interface CommandTable {
  readonly about: string;
  readonly argument?: readonly [name: string, help: string, fallback?: string];
  readonly options?: OptionTable;
  readonly help?: string;
  /** Refuses options that do not go together. @returns what is wrong */
  readonly refuse?: (called: CommandUnknownOpts) => string | undefined;
}

export function commandOf(name: string, table: CommandTable): CommandUnknownOpts {
  const { about, argument, options = {}, help, refuse } = table;
  const command = new Command(name).description(about);
  if (argument !== undefined) command.argument(...argument);
  for (const [flags, row] of Object.entries(options)) command.addOption(optionOf(flags, row));
  if (help !== undefined) {
    command.addHelpText('after', () => `\n${fittedHelp(help, columnsOf(process.stdout))}`);
  }
  return command.hook('preAction', (_, called) => {
    const problem = loneOption(called, options) ?? twoForms(called) ?? refuse?.(called);
    if (problem !== undefined) called.error(`error: ${problem}`);
  });
}

function optionOf(flags: string, row: OptionRow<unknown>): Option {
  const option = new Option(flags, row.help);
  if (row.choices !== undefined) option.choices(row.choices);
  if (row.parse !== undefined) option.argParser(row.parse as (text: string, before: unknown) => unknown);
  if (row.default !== undefined) option.default(row.default, row.shown);
  if (row.mandatory === true) option.makeOptionMandatory();
  return option.conflicts([...(row.conflicts ?? [])]);
}

/** An option that has no effect without another one. */
function loneOption(called: CommandUnknownOpts, options: OptionTable): string | undefined {
  for (const option of called.options) {
    const { needs = [] } = options[option.flags]!;
    if (needs.length === 0 || !isGiven(called, option.attributeName())) continue;
    if (needs.some((other) => isGiven(called, other))) continue;
    const flags = needs.map((other) => flagOf(called, other)).join(' or ');
    return `${option.flags} has no effect without ${flags}; add it, or leave the option out`;
  }
  return undefined;
}

/** Two forms on one standard output. */
function twoForms(called: CommandUnknownOpts): string | undefined {
  const { json, md } = called.opts() as { readonly json?: boolean; readonly md?: string };
  if (json !== true || md !== '-') return undefined;
  return '--json and --md - both write to standard output; give --md a file, or drop one of them';
}

/** Whether an option was typed. @param name in code */
export function isGiven(command: CommandUnknownOpts, name: string): boolean {
  return command.getOptionValueSource(name) === 'cli';
}

/** How the help writes an option. @param name in code */
export function flagOf(command: CommandUnknownOpts, name: string): string {
  return command.options.find((option) => option.attributeName() === name)?.flags ?? name;
}
