import { Command, Option } from '@commander-js/extra-typings';
import { collected, durationSeconds, path, wholeNumber } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, refuseAlone } from '../shared/options.js';

const DEFAULT_SECONDS = 120;
const DEFAULT_QUERIES = 20_000_000;

/** Makes `neap mcp`. */
export const mcpCommand = () =>
  refuseAlone(new Command('mcp'), { allowModules: ['allow'] })
    .description(
      'Serves the simulator to assistants by the Model Context Protocol on standard input and output: tools that ' +
        'check, run, compare, plan and explain scenarios. Reads no files but those of the folders that --allow names, ' +
        'writes none, and uses no network. Ends when its input does.',
    )
    .addOption(
      new Option(
        '--allow <dir>',
        'folder whose scenarios, traces and results may be read, with those below it; repeatable',
      ).argParser((text: string, before: readonly string[] | undefined) => collected(path(text), before)),
    )
    .option('--allow-modules', 'let scenarios name policy modules in these folders, whose code runs here')
    .addOption(
      new Option('--max-time <duration>', 'the longest that a call may take')
        .argParser(durationSeconds(1))
        .default(DEFAULT_SECONDS, '2m'),
    )
    .addOption(
      new Option('--max-queries <n>', 'the most queries that the runs of a call may be expected to have')
        .argParser(wholeNumber(1))
        .default(DEFAULT_QUERIES, '20 million'),
    )
    .addOption(OPTIONS.workers())
    .addHelpText('after', HELP);

/** The options of `neap mcp`. */
export type McpOptions = OptionsOf<typeof mcpCommand>;

const HELP = `
The settings of an assistant name the command:
  { "mcpServers": { "neap": { "command": "neap", "args": ["mcp", "--allow", "FOLDER"] } } }

--workers is the number of calls at the same time, each on one thread; further ones wait.
"npm link" in a clone puts neap on the path. The optional package
@modelcontextprotocol/server is required; npm installs it by default.

Exit codes:
  0 the client has gone; 2 invalid options; 130 interrupted`;
