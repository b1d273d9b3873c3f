import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { killProcessesIn, processesIn } from '../../src/postgres/cluster/orphans.js';
import { ServerProcess } from '../../src/postgres/cluster/server-process.js';
import { dataFolder, fakePrograms, READY } from './fake-programs.js';

describe.skipIf(process.platform === 'win32')("a server's process", () => {
  const started = (body: string, former_pid?: number) => {
    const { folder, data } = dataFolder();
    if (former_pid !== undefined) writeFileSync(join(data, 'postmaster.pid'), `${former_pid}\n`);
    const server = ServerProcess.start({
      ...{ program: join(fakePrograms({ body }), 'postgres'), data, log: join(folder, 'log') },
      ...{ sockets: folder, port: 7, settings: { work_mem: '1MB' }, user: undefined, setpriv: undefined },
    });
    return { data, server };
  };

  test('a server has started when its lock file has the state "ready", and stops on SIGINT', async () => {
    const { data, server } = started(READY);
    const running = await server;
    expect(running.alive).toBe(true);
    await running.stop();
    expect(running.alive).toBe(false);
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
    await running.ended;
  });

  test('a server has not started if the lock file is that of another process', async () => {
    const late = READY.replace(
      'printf',
      `printf '1\\n\\n\\n\\n\\n\\n\\nready\\n' > "$data/postmaster.pid"; sleep 0.2; touch "$data/own"; printf`,
    );
    const { data, server } = started(late);
    const running = await server;
    expect(existsSync(join(data, 'own'))).toBe(true);
    await running.kill();
  });

  test('a stale lock file with the id of a live process does not prevent a start', async () => {
    // The id of a live process, as if the killed one had not been reaped.
    const { server } = started(`[ -e "$data/postmaster.pid" ] && exit 1; ${READY}`, process.pid);
    await (await server).kill();
  });

  test('a server that does not start is reported with the last lines of its log', async () => {
    const { server } = started('for i in $(seq 20); do echo "FATAL: reason $i" >&2; done; exit 1');
    const lines = /ended before it accepted connections.*\n( {2}.*\n)* {2}FATAL: reason 20$/;
    await expect(server).rejects.toThrow(lines);
    await expect(started('exit 1').server).rejects.toThrow('the end of its log');
  });

  test('a server receives its settings, and listens on a socket only', async () => {
    const { data, server } = started(`echo "$@" > "$data/arguments"; ${READY}`);
    const running = await server;
    const told = readFileSync(join(data, 'arguments'), 'utf8');
    for (const option of ['listen_addresses= ', 'unix_socket_permissions=0700 ', 'work_mem=1MB'])
      expect(told).toContain(`-c ${option}`);
    expect(told).toContain('-p 7 ');
    await running.stop();
  });

  test.skipIf(process.platform !== 'linux')(
    'processes of a killed emulator are found by their working folder and ended',
    async () => {
      const { folder, data } = dataFolder();
      // The system identifies a process by the name of its program.
      const program = join(folder, 'postgres');
      copyFileSync('/bin/sleep', program);
      mkdirSync(join(folder, 'elsewhere'));
      const orphan = spawn(program, ['60'], { cwd: data, stdio: 'ignore' });
      const visitor = spawn('/bin/sleep', ['60'], { cwd: data, stdio: 'ignore' });
      const ended = once(orphan, 'exit');
      await expect.poll(() => processesIn(folder)).toEqual([orphan.pid]);
      expect(processesIn(join(folder, 'elsewhere'))).toEqual([]);
      await killProcessesIn(folder, 0);
      expect((await ended)[1]).toBe('SIGKILL');
      expect(processesIn(folder)).toEqual([]);
      expect(visitor.exitCode).toBeNull();
      visitor.kill();
    },
  );
});
