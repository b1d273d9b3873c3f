import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { path } from '../shared/option-values.js';
import { INIT_QUESTIONS, type InitOptions } from './init-questions.js';

/** Makes `neap init`. */
export function initCommand(): Command<[string], InitOptions> {
  const command: Command<[string], InitOptions> = new Command('init')
    .description(
      'Writes a commented scenario that can be run at once. On a terminal, without options, it asks; ' +
        'otherwise options and defaults apply. An existing file is kept unless --force is given.',
    )
    .argument('[file]', 'file to write', 'scenario.yaml');
  for (const [key, { text, fallback, problem }] of Object.entries(INIT_QUESTIONS)) {
    command.option(
      `--${key} <value>`,
      `${text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())} (default: ${fallback})`,
      (answer) => {
        const wrong = problem(answer);
        if (wrong !== undefined) throw new InvalidArgumentError(wrong);
        return answer;
      },
    );
  }
  return command
    .option('--from <file>', 'build the scenario from recorded traffic, as neap import does', path)
    .option('--force', 'overwrite the file if it exists')
    .addHelpText(
      'after',
      `
Examples:
  $ neap init
  $ neap init my-app.yaml --rate 40/s --cpu 4ms --max 4
  $ neap init api.yaml --plan scale --timeout 1m
  $ neap init shop.yaml --from requests.csv

Exit codes:
  0 written; 2 an option is invalid or the file exists; 130 interrupted, nothing written`,
    );
}
