import { type Command, InvalidArgumentError } from 'commander';
import { INIT_QUESTIONS, type InitOptions } from './init-questions.js';

/** Registers `neap init`. */
export function addInitCommand(program: Command): void {
  const command = program
    .command('init')
    .summary('write a commented scenario to start from')
    .description(
      'Writes a commented scenario that can be run at once. On a terminal, without options, it asks; ' +
        'otherwise options and defaults decide. An existing file is left alone unless --force is given.',
    )
    .argument('[file]', 'file to write', 'scenario.yaml');
  for (const [key, question] of Object.entries(INIT_QUESTIONS)) {
    command.option(
      `--${key} <value>`,
      `${question.text.toLowerCase()} (default: ${question.fallback})`,
      (answer) => {
        const problem = question.problem(answer);
        if (problem !== undefined) throw new InvalidArgumentError(problem);
        return answer;
      },
    );
  }
  command
    .option('--force', 'overwrite the file if it exists')
    .addHelpText(
      'after',
      `
Examples:
  $ neap init
  $ neap init my-app.yaml --rate 40/s --cpu 4ms --max 4
  $ neap init api.yaml --plan scale --timeout 1m

Exit codes:
  0 written; 2 an option is wrong or the file exists; 130 interrupted, nothing written`,
    )
    .action(async (file: string, options: InitOptions) => {
      const { initScenario } = await import('./init-scenario.js');
      process.exitCode = await initScenario(file, options);
    });
}
