import type { CommandUnknownOpts as Command, Option } from '@commander-js/extra-typings';
import { neapProgram } from '../../src/cli/program.js';
import { SHORT_NAMES_TEXT } from '../../src/scenario/document/short-names.js';
import { denseTable, markdownTable } from './markdown.js';

const PROGRAM = await neapProgram();

/** Every command, in the order of the program's help. */
export const COMMANDS: readonly Command[] = PROGRAM.commands;

/** The commands, each with a link to its section. */
export function commandList(): string {
  return COMMANDS.map((command) => `[${command.name()}](#neap-${command.name()})`).join(', ');
}

/** A section for each command: its description, arguments and options. */
export function commandReference(): string {
  return COMMANDS.map(commandSection).join('\n\n');
}

/** The options that have the same meaning in several commands. */
export function sharedOptionTable(): string {
  const shared = COMMANDS.flatMap(({ options }) => options.filter(isShared));
  const rows = [...new Map(shared.map((option) => [option.flags, optionRow(option)])).values()];
  return markdownTable(['option', 'meaning', 'default'], rows);
}

/** The short names of settings, which several commands accept. */
export function shortNames(): string {
  return `In changes and \`--vary\`, ${SHORT_NAMES_TEXT}.`;
}

/** Whether several commands have the option with this description. */
function isShared({ flags, description }: Option): boolean {
  const has = (option: Option) => option.flags === flags && option.description === description;
  return COMMANDS.filter(({ options }) => options.some(has)).length >= 2;
}

/** Removes the phrase that applies to every folder of `--out`, which the page states once. */
function optionRow({ flags, description, argChoices, defaultValue }: Option): readonly string[] {
  const words = description.replace(' to this directory, created if missing', '');
  return [`\`${flags}\``, choices(words, argChoices), defaultText(defaultValue)];
}

function commandSection(command: Command): string {
  const rows = [
    ...command.registeredArguments
      .filter(({ description }) => !/^scenario files?, YAML or JSON$/.test(description))
      .map((argument) => [
        `\`${argument.name()}\``,
        argument.description,
        defaultText(argument.defaultValue),
      ]),
    ...command.options.filter((option) => !isShared(option)).map(optionRow),
  ];
  const shared = command.options.filter(isShared).map(({ long }) => `\`${long}\``);
  return [
    `## neap ${command.name()}`,
    '',
    `\`neap ${command.name()} ${command.usage()}\``,
    '',
    command.description(),
    '',
    ...(rows.length === 0 ? [] : [denseTable(['argument or option', 'meaning', 'default'], rows), '']),
    ...(shared.length === 0 ? [] : [`Shared: ${shared.join(', ')}.`, '']),
  ]
    .join('\n')
    .trimEnd();
}

function choices(description: string, words: readonly string[] | undefined): string {
  return words === undefined
    ? description
    : `${description}: ${words.map((word) => `\`${word}\``).join(', ')}`;
}

/** A default as a cell; empty if there is none. */
function defaultText(value: unknown): string {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return '';
  return `\`${String(value)}\``;
}

/** The long names of a command's options, including `--help` and `--version`. */
export function optionNames(command: Command): readonly string[] {
  return [
    '--help',
    ...command.options.flatMap(({ long, short }) => [long, short]).filter((name) => name != null),
  ];
}

/** The options of the program itself. */
export const PROGRAM_OPTIONS: readonly string[] = optionNames(PROGRAM);
