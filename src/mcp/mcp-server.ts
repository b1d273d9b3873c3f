import { McpServer } from '@modelcontextprotocol/server';
import { packageVersion } from '../files/package-version.js';
import { scenarioJsonSchema } from '../scenario/load-scenario.js';
import { CallRefused, type ToolCalls } from './tool-calls.js';
import { TOOLS } from './tools.js';

/** The resource with the JSON Schema of scenarios. */
const SCHEMA_URI = 'neap://scenario.schema.json';

/** Maximum number of elements in the arguments of a call, against mistakes and attacks. */
const MAX_ELEMENTS = 200_000;

const INSTRUCTIONS = `neap simulates and plans serverless Postgres computes. Write a scenario (tool "schema" lists its
keys), check it with "validate", then "run" it, "compare" settings, or let "plan" search them; "explain" interprets a
result. Figures are estimates: state the assumptions of low confidence that they depend on.`;

/** Makes an MCP server with neap's tools, not connected yet. */
export function mcpServer(calls: ToolCalls): McpServer {
  const server = new McpServer(
    { name: 'neap', title: 'neap: a simulator of serverless Postgres', version: packageVersion() },
    { instructions: INSTRUCTIONS, maxToolInputElements: MAX_ELEMENTS },
  );
  for (const { name, title, description, input } of TOOLS) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      async (asked, { mcpReq: { signal, _meta, notify } }) => {
        const token = _meta?.progressToken;
        // The protocol requires that progress increases.
        let reported = 0;
        const progress = (done: number, total: number): void => {
          if (token === undefined || done <= reported) return;
          reported = done;
          const params = { progressToken: token, progress: done, total: Math.max(done, total) };
          // The client may have disconnected.
          notify({ method: 'notifications/progress', params }).catch(() => undefined);
        };
        try {
          const { text, value } = await calls.call(name, asked, { signal, progress });
          return { content: [{ type: 'text', text }], structuredContent: value };
        } catch (error) {
          if (!(error instanceof CallRefused)) throw error;
          return { content: [{ type: 'text', text: error.message }], isError: true };
        }
      },
    );
  }
  server.registerResource(
    'scenario schema',
    SCHEMA_URI,
    { description: 'JSON Schema (draft 7) of scenario files.', mimeType: 'application/schema+json' },
    ({ href }) => ({
      contents: [
        { uri: href, mimeType: 'application/schema+json', text: JSON.stringify(scenarioJsonSchema()) },
      ],
    }),
  );
  return server;
}
