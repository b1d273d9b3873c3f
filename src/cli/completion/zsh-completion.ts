import { type Offer, type OfferedCommand, type OfferedOption, offerText } from './completion-tree.js';

/** A script by which zsh completes neap; it may be evaluated, or lie in a folder of `fpath` as `_neap`. */
export function zshCompletion(
  options: readonly OfferedOption[],
  commands: readonly OfferedCommand[],
): string {
  const described = commands.map(
    ({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`,
  );
  return `#compdef neap
# Completion of neap for zsh: source <(neap completion zsh), after compinit
_neap() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a commands=(
${described.join('\n')}
    'help:print the help of a command'
  )
  _arguments -C ${options.map(optionSpec).join(' ')} '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $line[1] in
        help) _describe -t commands command commands ;;
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}

if [ "$funcstack[1]" = '_neap' ]; then _neap "$@"; else compdef _neap neap; fi
`;
}

function commandCase({ name, options, operands, variadic }: OfferedCommand): string {
  const places = operands.map((offer, index) => {
    const place = variadic && index === operands.length - 1 ? '*' : `${index + 1}`;
    return quoted(`${place}:argument:${action(offer)}`);
  });
  return `        ${name}) _arguments ${[...options.map(optionSpec), ...places].join(' ')} ;;`;
}

/** Options may be repeated: most of those that have a value are collected. */
function optionSpec({ flags, description, value, optional }: OfferedOption): string {
  const text = `[${description.replaceAll(/[[\]\\]/g, (each) => `\\${each}`)}]`;
  const taken = value === undefined ? '' : `${optional ? '::' : ':'}value:${action(value)}`;
  return flags.map((flag) => quoted(`*${flag}${text}${taken}`)).join(' ');
}

function action(offer: Offer): string {
  return offerText(offer, (words) => `(${words})`, { files: '_files', folders: '_files -/', text: ' ' });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
