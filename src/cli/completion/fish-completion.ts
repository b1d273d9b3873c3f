import { type Offer, type OfferedCommand, type OfferedOption, offerText } from './completion-tree.js';

/** A script by which fish completes neap. */
export function fishCompletion(
  options: readonly OfferedOption[],
  commands: readonly OfferedCommand[],
): string {
  const none = '-n __fish_use_subcommand';
  return [
    '# Completion of neap for fish: neap completion fish | source',
    'complete -c neap -f',
    ...options.map((option) => optionLine(none, option)),
    ...commands.map(({ name, summary }) => `complete -c neap ${none} -a ${name} -d ${quoted(summary)}`),
    `complete -c neap ${none} -a help -d 'print the help of a command'`,
    `complete -c neap -n '__fish_seen_subcommand_from help' -a ${quoted(commands.map(({ name }) => name).join(' '))}`,
    ...commands.flatMap(commandLines),
    '',
  ].join('\n');
}

function commandLines({ name, options, operands }: OfferedCommand): readonly string[] {
  const called = `-n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from help'`;
  const offers = operands.flatMap((offer) => {
    const given = operandText(offer);
    return given === '' ? [] : [`complete -c neap ${called} ${given}`];
  });
  return [...options.map((option) => optionLine(called, option)), ...new Set(offers)];
}

function optionLine(condition: string, { flags, description, value, optional }: OfferedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  // What has a value that may be left out offers it only behind "=".
  const taken = value === undefined || optional ? '' : ` ${valueText(value)}`;
  return `complete -c neap ${condition} ${names.join(' ')}${taken} -d ${quoted(description)}`;
}

const FOLDERS = "-a '(__fish_complete_directories)'";

function valueText(offer: Offer): string {
  const others = { files: '-r -F', folders: `-x ${FOLDERS}`, text: '-x' };
  return offerText(offer, (words) => `-x -a ${quoted(words)}`, others);
}

function operandText(offer: Offer): string {
  const others = { files: '-F', folders: FOLDERS, text: '' };
  return offerText(offer, (words) => `-a ${quoted(words)}`, others);
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (each) => `\\${each}`)}'`;
}
