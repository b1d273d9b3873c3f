import { type Offer, type OfferedCommand, type OfferedOption, offerText } from './completion-tree.js';

/** A script by which bash, from 3.2 on, completes neap. */
export function bashCompletion(
  options: readonly OfferedOption[],
  commands: readonly OfferedCommand[],
): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# Completion of neap for bash: eval "$(neap completion bash)"
_neap_offer() {
  local reply
  COMPREPLY=()
  while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen "$@" -- "$cur")
}

_neap_paths() {
  compopt -o filenames 2> /dev/null
  _neap_offer "$1"
}

_neap() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command='' place=0 i word
  COMPREPLY=()
  # --option=value comes as three words.
  if [ "$cur" = '=' ]; then cur=''; elif [ "$prev" = '=' ]; then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      -*) ;;
      *) if [ -z "$command" ]; then command="$word"; fi ;;
    esac
  done
  case "$command" in
    '')
      case "$cur" in
        -*) _neap_offer -W '${flagsOf(options)}' ;;
        *) _neap_offer -W '${names} help' ;;
      esac
      ;;
    help) _neap_offer -W '${names}' ;;
${commands.map(commandCase).join('\n')}
  esac
}

complete -F _neap neap
`;
}

function commandCase({ name, options, operands, variadic }: OfferedCommand): string {
  const valued = options.filter(({ value }) => value !== undefined);
  const cases = valued.map((option) => `        ${option.flags.join(' | ')}) ${valueText(option)} ;;`);
  return `    ${name})
      case "$prev" in
${cases.map((line) => `${line}\n`).join('')}      esac
      case "$cur" in
        -*) _neap_offer -W '${flagsOf(options)}' ;;
        *)${operandText(operands, variadic)} ;;
      esac
      ;;`;
}

/** A value that may be left out may be an option as well. */
function valueText({ value, optional }: OfferedOption): string {
  const offer = `${given(value!)}return`;
  return optional ? `case "$cur" in -*) ;; *) ${offer} ;; esac` : offer;
}

/** Of several kinds of arguments both are offered where the place is not known. */
function operandText(operands: readonly Offer[], variadic: boolean): string {
  if (operands.length === 0) return '';
  const [first, second] = operands;
  if (second === undefined || !variadic || isAlike(first!, second)) return ` ${given(first!)}:`;
  // The first argument behind the command is the one that has words of its own.
  return ` if [ "$prev" = "$command" ]; then ${given(first!)}else ${given(second)}fi`;
}

function isAlike(first: Offer, second: Offer): boolean {
  return first === second || (typeof first === 'object' && typeof second === 'object');
}

function given(offer: Offer): string {
  const others = { files: '_neap_paths -f; ', folders: '_neap_paths -d; ', text: '' };
  return offerText(offer, (words) => `_neap_offer -W '${words}'; `, others);
}

function flagsOf(options: readonly OfferedOption[]): string {
  return options.flatMap(({ flags }) => flags).join(' ');
}
