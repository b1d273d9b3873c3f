import { type CommandUnknownOpts, Help, type Option } from '@commander-js/extra-typings';
import { type CommandGroup, FIRST_COMMANDS, FURTHER_COMMANDS } from './commands.js';
import { columnsOf } from './terminal/screen-width.js';

/** Options of clusters, automation and statistics: only `neap help all` explains them. */
const EXPERT_OPTIONS: ReadonlySet<string> = new Set([
  '--cluster',
  '--control-from-anywhere',
  '--limit-cpu',
  '--no-sensitivity',
  '--operation-duration',
  '--redraw',
  '--resume',
  '--steady-state',
  '--workers',
]);

/** Commands for experts show all their options. */
const EXPERT_COMMANDS: ReadonlySet<string> = new Set(FURTHER_COMMANDS.commands.map(({ name }) => name));

const START = [
  ['neap init app.yaml', 'write a commented scenario'],
  ['neap run app.yaml', 'simulate it: cost, latency, errors'],
  ['neap plan app.yaml', 'find the cheapest settings that meet its objectives'],
] as const;

/** The output of bare `neap`: three commands to start with, then the commands by purpose. */
export function firstScreen(): string {
  return [
    'neap simulates serverless Postgres (Neon): cost, waits, and the best settings.',
    ...START.map(([command, meaning]) => `  $ ${command.padEnd(21)}${meaning}`),
    '',
    ...FIRST_COMMANDS.flatMap(groupLines),
    'Run "neap help <command>" for its options, "neap help all" for everything.\n',
  ].join('\n');
}

/** The lines of a group, with its title left of the first one. */
function groupLines({ title, commands }: CommandGroup): readonly string[] {
  return commands.map(
    ({ name, summary }, index) => `${(index === 0 ? title : '').padEnd(19)}${name.padEnd(13)}${summary}`,
  );
}

/** Help of a command without its expert options, which it only names. */
export function commandHelp(command: CommandUnknownOpts, helper: Help): string {
  const all = helper.visibleOptions(command);
  const experts = EXPERT_COMMANDS.has(command.name()) ? [] : all.filter(isForExperts);
  if (experts.length === 0) return Help.prototype.formatHelp.call(helper, command, helper);
  const short: Help = Object.assign(Object.create(helper), {
    visibleOptions: () => all.filter((option) => !experts.includes(option)),
  });
  const flags = experts.map(({ long }) => long).join(', ');
  const further = helper.boxWrap(
    `Further options ("neap help all" explains them): ${flags}`,
    helper.helpWidth ?? 80,
  );
  return `${Help.prototype.formatHelp.call(short, command, short)}\n${further}\n`;
}

/** What `neap help all` prints: every command, expert options, and exit codes. */
export function wholeHelp(program: CommandUnknownOpts): string {
  const helper = Object.assign(program.createHelp(), { helpWidth: columnsOf(process.stdout) });
  const commands = [...FIRST_COMMANDS, FURTHER_COMMANDS].map(({ title, commands }) => ({
    title,
    items: commands.map(({ name, summary }) => [name, summary] as const),
  }));
  const groups = [
    ...commands,
    { title: 'Expert options', items: expertItems(program, helper) },
    { title: 'Exit codes', items: EXIT_CODES },
  ];
  return groups
    .map(({ title, items }) => {
      const width = Math.max(...items.map(([term]) => term.length));
      const lines = items.map(([term, meaning]) => helper.formatItem(term, width, meaning, helper));
      return `${[`${title}:`, ...lines].join('\n')}\n`;
    })
    .join('\n');
}

const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'done, and an objective is missed'],
  ['2', 'the input or the call is wrong; no file is written'],
  ['3', 'the run failed'],
  ['4', 'done, and a figure is worse than --fail-on allows'],
  ['130', 'interrupted'],
] as const;

/** Expert options in alphabetical order, each with the commands that have it. */
function expertItems(
  program: CommandUnknownOpts,
  helper: Help,
): readonly (readonly [term: string, meaning: string])[] {
  const owners = new Map<string, { readonly option: Option; readonly commands: string[] }>();
  for (const command of program.commands) {
    if (EXPERT_COMMANDS.has(command.name())) continue;
    for (const option of command.options.filter(isForExperts)) {
      const key = `${option.flags} ${option.description}`;
      const owner = owners.get(key) ?? { option, commands: [] };
      owner.commands.push(command.name());
      owners.set(key, owner);
    }
  }
  return [...owners]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { option, commands }]) => [
      option.flags,
      `${helper.optionDescription(option)} (${commands.join(', ')})`,
    ]);
}

function isForExperts({ long }: Option): boolean {
  return long !== undefined && EXPERT_OPTIONS.has(long);
}
