import { Command, Option } from '@commander-js/extra-typings';
import { OPTIONS, refuseAlone } from '../shared/options.js';

/** Makes `neap validate`. */
export const validateCommand = () =>
  refuseAlone(
    new Command('validate')
      .description(
        'Reads scenario files with their traces and prints one line per file with what was understood, or every ' +
          'error with its file, line and column. Runs nothing and writes nothing.',
      )
      .argument('<file...>', 'scenario files, YAML or JSON')
      .addOption(OPTIONS.set())
      .addOption(OPTIONS.json())
      .option('--advise', 'say also what is worth a look, though it is valid')
      .addOption(
        new Option('--format <form>', 'print findings as text, as annotations of GitHub, or as a SARIF log')
          .choices(['text', 'github', 'sarif'])
          .default('text' as const)
          .conflicts('json'),
      )
      .addOption(OPTIONS.ignore())
      .addHelpText(
        'after',
        `
Examples:
  $ neap validate scenario.yaml
  $ neap validate scenarios/*.yaml --json
  $ neap validate scenario.yaml --advise --ignore crons_share_a_minute
  $ neap validate scenario.yaml --advise --format sarif > findings.sarif

A finding is no error: the scenario runs, and may be meant as it is. What the
rules are, docs/findings.md says; ignore_findings in the scenario switches them
off for good. neap run lists the same, and what only a run can show.

Exit codes:
  0 every file is valid, findings or not; 2 a file is invalid`,
      ),
    { format: ['advise'], ignore: ['advise'] },
  );
