import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpServer } from '../../mcp/mcp-server.js';
import { ToolCalls } from '../../mcp/tool-calls.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { EXIT } from '../shared/exit-code.js';
import { noticingSignals } from '../shared/interruption.js';
import { commandOf, flag, type OptionsOf, repeatable, value } from '../shared/option-table.js';
import { durationSeconds, path, wholeNumber } from '../shared/option-values.js';
import { OPTIONS } from '../shared/options.js';

const MCP_OPTIONS = {
  '--allow <dir>': repeatable(
    'folder whose scenarios, traces and results may be read, with those below it',
    path,
  ),
  '--allow-modules': flag('let scenarios name policy modules in these folders, whose code runs here', {
    needs: ['allow'],
  }),
  '--max-time <duration>': value(durationSeconds(1), 'time limit of a call', {
    default: 120,
    shown: '2m',
  }),
  '--max-queries <n>': value(wholeNumber(1), 'limit of the expected queries in the runs of a call', {
    default: 20_000_000,
    shown: '20 million',
  }),
  ...OPTIONS.workers,
};

/** Makes `neap mcp`. */
export const declare = () =>
  commandOf('mcp', {
    about:
      'Serves the simulator to assistants by the Model Context Protocol on standard input and output: tools that ' +
      'check, run, compare, plan and explain scenarios. Reads only files in the folders of --allow, ' +
      'writes none, and uses no network. Ends when its input does.',
    options: MCP_OPTIONS,
    help: `The settings of an assistant name the command:
  { "mcpServers": { "neap": { "command": "neap", "args": ["mcp", "--allow", "FOLDER"] } } }

--workers is the number of calls at the same time, each on one thread; further ones wait.
"npm link" in a clone puts neap on the path. The optional package
@modelcontextprotocol/server is required; npm installs it by default.`,
  });

/** Maximum size of a message, in bytes: a larger one ends the connection. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * Serves the tools on standard input and output until the input ends.
 * @throws ScenarioError for an invalid folder
 */
export async function act(options: OptionsOf<typeof MCP_OPTIONS>): Promise<number> {
  const { allow = [], allowModules = false, maxTime, maxQueries, workers } = options;
  const folders = allow.map(folderOf);
  const calls = new ToolCalls(
    { folders, modules: allowModules },
    { seconds: maxTime, queries: maxQueries },
    workers,
  );
  return noticingSignals(async (interruption) => {
    const transport = new StdioServerTransport(process.stdin, process.stdout, {
      maxBufferSize: MAX_MESSAGE_BYTES,
    });
    const gone = new Promise<void>((ended) => {
      for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => ended());
      process.stdout.once('error', () => ended());
      interruption.signal.addEventListener('abort', () => ended());
    });
    const server = serveStdio(() => mcpServer(calls), {
      transport,
      onerror: (error) => process.stderr.write(`neap mcp: ${error.message}\n`),
    });
    await gone;
    await server.close();
    return interruption.exit_code ?? EXIT.done;
  });
}

function folderOf(path: string): string {
  const folder = resolve(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw refusal(`--allow ${path}`, 'no such folder');
  }
  return folder;
}
