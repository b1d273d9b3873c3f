import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PASSWORD, POSTGRES_BIN, RealServer } from '../test/postgres/real-server.js';
import { built } from './built.js';
import { thisMachine } from './machine.js';
import { median } from './median.js';

const ROUNDS = 5;
const SECONDS_A_RUN = 2;
const CLIENTS = [8, 1];

const run = promisify(execFile);

/** Statements per second of pgbench's select-only script. */
async function statementsPerSecond(clients: number, env: Readonly<Record<string, string>>): Promise<number> {
  const args = ['-S', '-n', '-c', String(clients), '-T', String(SECONDS_A_RUN), 'shop'];
  const { stdout } = await run('pgbench', args, {
    env: { ...process.env, PGUSER: 'app', PGPASSWORD: PASSWORD, ...env },
  });
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
}

/** Measures the cost of the proxy: pgbench direct, through the proxy, and with TLS, in alternating rounds. */
async function main(): Promise<void> {
  if (POSTGRES_BIN === undefined) return;
  const { PostgresProxy } = await built<typeof import('../src/postgres/wire/postgres-proxy.js')>(
    'postgres/wire/postgres-proxy.js',
  );
  const { tlsIdentity } = await built<typeof import('../src/postgres/wire/certificate.js')>(
    'postgres/wire/certificate.js',
  );
  const server = await RealServer.create();
  const proxy = new PostgresProxy({
    directory: server,
    pooler: { addressFor: async (_, address) => address },
    tls: tlsIdentity(),
    log: (message) => process.stderr.write(`${message}\n`),
  });
  const port = await proxy.listen({ host: '127.0.0.1', port: 0 });
  const by_proxy = { PGHOST: '127.0.0.1', PGPORT: String(port), PGOPTIONS: 'endpoint=ep-test-1' };
  const ways = {
    direct: { PGHOST: server.folder },
    proxy: { ...by_proxy, PGSSLMODE: 'disable' },
    'proxy, TLS': { ...by_proxy, PGSSLMODE: 'require' },
  };
  try {
    await run('pgbench', ['-i', '-q', '-s', '10', 'shop'], {
      env: { ...process.env, PGUSER: 'app', PGPASSWORD: PASSWORD, ...ways.direct },
    });
    const { cpu, cores, node } = thisMachine();
    process.stdout.write(`${cores} cores of ${cpu}, Node ${node}\n`);
    for (const clients of CLIENTS) {
      const rates = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
      for (let round = 0; round < ROUNDS; round++) {
        for (const [way, env] of Object.entries(ways)) {
          rates.get(way)!.push(await statementsPerSecond(clients, env));
        }
      }
      for (const [way, each] of rates) {
        const rate = median(each);
        const latency_ms = (1000 * clients) / rate;
        process.stdout.write(
          `${way}, clients ${clients}: ${rate.toFixed(0)} statements a second, ${latency_ms.toFixed(2)} ms each\n`,
        );
      }
    }
  } finally {
    await proxy.close();
    await server.remove();
  }
}

await main();
