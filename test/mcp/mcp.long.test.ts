import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BUILT_CLI } from '../cli/built-cli.js';
import { describeTable, fill } from '../platform/rule-table.js';
import { type StepRequest, StoryWorld } from '../platform/story-world.js';
import { temporaryFolder } from '../temporary-folder.js';

const SCENARIO = `
name: asked
start: 2026-01-05T00:00:00Z
duration: 6h
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 60/h, query: { cpu: 4ms } }]
slo: { latency_p99: 10ms }
`;

const folder = temporaryFolder();
const allowed = join(folder, 'allowed');
mkdirSync(allowed);
writeFileSync(join(allowed, 'app.yaml'), SCENARIO);
writeFileSync(join(folder, 'secret.yaml'), SCENARIO);
writeFileSync(join(folder, 'secret.csv'), 'time,count\n2026-01-05T00:00:00Z,1\n2026-01-05T00:05:00Z,2\n');
writeFileSync(join(allowed, 'policy.mjs'), 'process.stdout.write("spoken");\nexport const size = {};\n');
symlinkSync(join(folder, 'secret.yaml'), join(allowed, 'link.yaml'));
symlinkSync(folder, join(allowed, 'up'));

/** Protocol errors on the wire: a line that is not a message, or an unsolicited message. */
const wire: Error[] = [];
const clients: Client[] = [];

async function connected(...options: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  client.onerror = (error) => wire.push(error);
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BUILT_CLI, 'mcp', ...options],
      stderr: 'ignore',
      maxBufferSize: 64e6,
    }),
  );
  return client;
}

let client: Client;
beforeAll(async () => {
  client = await connected('--allow', allowed, '--max-time', '60s', '--workers', '2');
});
afterAll(async () => {
  for (const each of clients) await each.close();
});

interface Answer {
  readonly refused: boolean;
  readonly text: string;
  readonly value: Record<string, unknown>;
}

/** Calls a tool; a refusal by the protocol counts like one by the tool. */
async function ask(tool: string, input: Record<string, unknown>, by = client): Promise<Answer> {
  try {
    const { content, structuredContent, isError } = await by.callTool({ name: tool, arguments: input });
    const [first] = content;
    return {
      refused: isError === true,
      text: first?.type === 'text' ? first.text : '',
      value: (structuredContent ?? {}) as Record<string, unknown>,
    };
  } catch (error) {
    return { refused: true, text: (error as Error).message, value: {} };
  }
}

/** Stories whose calls are tools; a refusal has the status 400. */
class ToolWorld extends StoryWorld {
  constructor() {
    super();
    const two_errors = SCENARIO.replace('6h', '6 parsecs').replace('4ms', 'x');
    this.names.set('scenario', SCENARIO).set('two_errors', two_errors);
  }

  protected async send({ method, body }: StepRequest) {
    const { refused, ...answer } = await ask(method, body as Record<string, unknown>);
    return { status: refused ? 400 : 200, body: answer, headers: new Headers() };
  }

  protected pass(span: string): Promise<never> {
    throw new Error(`no time passes: ${span}`);
  }

  protected rows(): undefined {
    return undefined;
  }
}

describeTable(join(import.meta.dirname, 'calls.yaml'), async () => new ToolWorld());

describe('an MCP client', () => {
  it('an MCP client can list the tools, each with a schema of its arguments', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(['schema', 'validate', 'run', 'compare', 'plan', 'explain']);
    for (const { inputSchema, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description).toMatch(/\w{3,}.*\.$/);
    }
    expect(JSON.stringify(tools).length).toBeLessThan(20_000);
  });

  it('an MCP client can read the schema of scenarios', async () => {
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ title: 'neap scenario' });
  });

  it('an MCP client receives progress notifications while it plans', async () => {
    const seen: number[] = [];
    const { content, structuredContent } = await client.callTool(
      {
        name: 'plan',
        arguments: {
          scenario: SCENARIO.replace('60/h', '20/s'),
          constraints: ['latency_p99 <= 3s'],
          vary: ['max=0.25,0.5,1', 'timeout=5m,never'],
          set: ['slo={}'],
          max_queries: 4e6,
        },
      },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('### asked: max 0.25') });
    expect(structuredContent).toMatchObject({ scenario: 'asked', objective: { figure: 'cost_usd' } });
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(0);
  });

  it('an MCP client can cancel a long run, and gets an answer to the next request', async () => {
    const leaving = new AbortController();
    const long = client.callTool(
      { name: 'run', arguments: { scenario: SCENARIO.replace('60/h', '500/s'), replications: 1 } },
      { signal: leaving.signal },
    );
    setTimeout(() => leaving.abort(new Error('enough')), 500);
    await expect(long).rejects.toThrow();
    expect((await ask('run', { file: 'app.yaml' })).refused).toBe(false);
  });
});

describe('invalid or hostile arguments', () => {
  const bomb = [...'abcdefgh']
    .map((name, at, all) => `${name}: &${name} [${Array(10).fill(at === 0 ? 'x' : `*${all[at - 1]}`)}]\n`)
    .join('');
  const names = new Map<string, unknown>([
    ['scenario', SCENARIO],
    ['allowed', allowed],
    ['five_megabytes', `${SCENARIO}\n#${'x'.repeat(5e6)}`],
    ['bomb', bomb],
    ['deep', '['.repeat(100_000)],
    ['far_trace', SCENARIO.replace('60/h', `{ trace: { file: "${'a/'.repeat(1e6)}b.csv" } }`)],
    ['variants_21', Array(21).fill({ name: 'x', set: ['max=1'] })],
    ['long_path', 'load.'.repeat(800)],
  ]);
  interface HostileCall {
    readonly what: string;
    readonly tool: string;
    readonly input: object;
  }
  const table = parse(
    readFileSync(join(import.meta.dirname, 'hostile.yaml'), 'utf8'),
  ) as readonly HostileCall[];
  const prototypes = JSON.parse('{"__proto__": {"file": "app.yaml"}, "constructor": 1}');

  it.each([...table, { what: 'keys of prototypes', tool: 'run', input: prototypes }])(
    '$what gets an error message',
    async ({ tool, input }) => {
      const sent = input === prototypes ? prototypes : fill(input, names);
      const { refused, text } = await ask(tool, sent as Record<string, unknown>);
      expect({ refused, text }).toMatchObject({ refused: true });
      expect(text).not.toMatch(/\n\s+at |bug in neap|root:|secret\.csv:\d/);
      expect(text.length).toBeLessThan(3000);
    },
  );

  it('invalid arguments do not affect later calls, and the output contains only protocol messages', async () => {
    expect(await ask('validate', { file: 'app.yaml' })).toMatchObject({ value: { ok: true } });
    expect(wire).toEqual([]);
  });

  const LONG = {
    scenario: SCENARIO.replace('60/h', '50/s'),
    at_load: [2, 5],
    sensitivity: true,
    max_queries: 1.5e8,
  };

  it('a call that exceeds the time limit is stopped', async () => {
    const hasty = await connected('--max-time', '4s');
    const { refused, text } = await ask('plan', LONG, hasty);
    expect({ refused, text }).toMatchObject({
      refused: true,
      text: expect.stringMatching(/^stopped after 4 s/),
    });
    expect((await ask('schema', {}, hasty)).refused).toBe(false);
    expect((await ask('run', { file: 'app.yaml' }, hasty)).text).toContain('no folder is allowed');
  });

  it("an allowed module cannot write to the server's output", async () => {
    const trusting = await connected('--allow', allowed, '--allow-modules');
    const { text } = await ask(
      'run',
      { file: 'app.yaml', set: ['computes.primary.policy=./policy.mjs'] },
      trusting,
    );
    expect(text).toContain('policy.mjs');
    expect((await ask('validate', { file: 'app.yaml' }, trusting)).refused).toBe(false);
    expect(wire).toEqual([]);
  });
});
