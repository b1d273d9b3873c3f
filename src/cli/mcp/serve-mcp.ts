import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpServer } from '../../mcp/mcp-server.js';
import { ToolCalls } from '../../mcp/tool-calls.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { EXIT } from '../shared/exit-code.js';
import { noticingSignals } from '../shared/interruption.js';
import type { McpOptions } from './mcp.js';

/** Bytes of one message: the connection ends at more. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * Serves the tools on standard input and output until the input ends.
 * @throws ScenarioError for a folder that is none
 */
export async function serveMcp(options: McpOptions): Promise<number> {
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
    throw refusal(`--allow ${path}`, 'there is no such folder');
  }
  return folder;
}
