import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { isInstalled } from '../programs.js';
import { freePort } from '../study/cluster/test-cluster.js';
import { temporaryFolder } from '../temporary-folder.js';
import { isGiven, type Stage, stagesOf, textsOf } from './dockerfile.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STAGES = stagesOf(join(ROOT, 'Dockerfile'));
const [BUILD, LAST] = STAGES as readonly [Stage, Stage];
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
/** The folders of an image that steps name. */
const FOLDERS = /(?<![\w/.])\/(src|opt\/neap|usr\/local\/bin|work|state)(?=[/\s"']|$)/g;
/** Nobody's. */
const USER = 65_534;

const folder = temporaryFolder();
const image = join(folder, 'image');
const built = join(folder, 'built');

/** A step's text with the folders of its image put below another. */
const within = (root: string, text: string) => text.replaceAll(FOLDERS, `${root}/$1`);

/** Copies what an instruction names. */
function copy(text: string, root: string, directory: string): void {
  const words = text.split(/\s+/);
  const stage = words[0]!.startsWith('--from=') ? words.shift() : undefined;
  const target = words.pop()!;
  for (const source of words) {
    const from = stage === undefined ? join(ROOT, source) : within(built, source);
    const to = target.startsWith('/') ? within(root, target) : join(root, directory, target);
    const into = target.endsWith('/') && source !== '.' ? join(to, source.split('/').at(-1)!) : to;
    mkdirSync(dirname(into), { recursive: true });
    cpSync(from, into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => {
        const own = path.slice(ROOT.length);
        return stage !== undefined || own === '' || path === from || isGiven(own, IGNORED);
      },
    });
  }
}

function run(text: string, root: string, directory: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', within(root, text)], {
    cwd: join(root, directory),
    encoding: 'utf8',
  });
  expect(status, `${text}: ${stderr}`).toBe(0);
}

/** Carries out the steps of a stage, in a folder; some otherwise. */
function carryOut(
  { instructions }: Stage,
  root: string,
  otherwise: readonly (readonly [step: RegExp, instead: () => void])[],
): void {
  let directory = '/';
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') {
      directory = text;
      mkdirSync(join(root, directory), { recursive: true });
    } else if (name === 'COPY') copy(text, root, directory);
    else if (name === 'RUN') {
      const other = otherwise.find(([step]) => step.test(text));
      if (other === undefined) run(text, root, directory);
      else other[1]();
    }
  }
}

describe('the Dockerfile', () => {
  it('names its base by a whole version, ends as nobody special, and says whether it is well', () => {
    expect(STAGES).toHaveLength(2);
    for (const { base } of STAGES) expect(base).toMatch(/^node:\d+\.\d+\.\d+-[a-z]+-slim$/);
    expect(textsOf(LAST, 'USER')).toEqual(['node']);
    expect(textsOf(LAST, 'HEALTHCHECK')).toHaveLength(1);
    expect(textsOf(LAST, 'ENTRYPOINT')).toEqual(['["neap"]']);
    const names = STAGES.flatMap(({ instructions }) => instructions.map(({ name }) => name));
    expect(names).not.toContain('ADD');
    expect(names).not.toContain('ENV');
  });

  it('is given the files that make the program, and no others', () => {
    const entries = readdirSync(ROOT).filter((name) => isGiven(name, IGNORED));
    expect(entries.sort()).toEqual(
      [
        ...['CHANGELOG.md', 'LICENSE', 'README.md', 'build', 'examples', 'package-lock.json'],
        ...['package.json', 'scenarios', 'src', 'tsconfig.json'],
      ].filter((name) => existsSync(join(ROOT, name))),
    );
  });
});

describe.runIf(isInstalled('npm'))('the image, its steps carried out in a folder', () => {
  beforeAll(() => {
    carryOut(BUILD, built, [
      // The results of these two exist already: the packages of the lock file, and the tested build.
      [
        /npm ci /,
        () => execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(built, 'src/node_modules')]),
      ],
      [/npm run build/, () => cpSync(join(ROOT, 'dist'), join(built, 'src/dist'), { recursive: true })],
    ]);
    mkdirSync(join(image, 'usr/local/bin'), { recursive: true });
    carryOut(LAST, image, [
      [/apt-get/, () => undefined],
      // There need be no user of that name here.
      [
        /install -d/,
        () =>
          run(
            textsOf(LAST, 'RUN')
              .find((text) => /ln -s/.test(text))!
              .split('&&')[0]!,
            image,
            '/',
          ),
      ],
    ]);
    for (const name of ['work', 'state']) mkdirSync(join(image, name), { recursive: true });
    for (let each = image; each !== dirname(folder); each = dirname(each)) chmodSync(each, 0o755);
    for (const name of ['work', 'state']) chmodSync(join(image, name), 0o777);
  });

  const neap = join(image, 'usr/local/bin/neap');
  const health = join(image, 'opt/neap/container-health.mjs');
  const asNobody = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {};
  const isWell = (pid: number) =>
    spawnSync(process.execPath, [health, `/proc/${pid}/cmdline`], { encoding: 'utf8', ...asNobody });

  it('has what commands, workers and servers need, and nothing that only development does', () => {
    const packages = readdirSync(join(image, 'opt/neap/node_modules'));
    for (const name of ['bullmq', 'ioredis', 'zod', 'pg', 'ws', 'wasm-xlsxwriter'])
      expect(packages).toContain(name);
    for (const name of ['vitest', 'typescript', 'esbuild', 'playwright-core'])
      expect(packages).not.toContain(name);
    const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
    for (const name of ['bullmq', 'ioredis', 'msgpackr', 'zod']) {
      const { version } = JSON.parse(
        readFileSync(join(image, 'opt/neap/node_modules', name, 'package.json'), 'utf8'),
      );
      expect([name, version]).toEqual([name, locked[`node_modules/${name}`].version]);
    }
    const options = { cwd: join(image, 'work'), encoding: 'utf8' as const, ...asNobody };
    const made = spawnSync(
      neap,
      ['run', join(image, 'opt/neap/scenarios/hobby-app.yaml'), '--out', 'results', '--xlsx', 'run.xlsx'],
      options,
    );
    expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(join(image, 'work/results/summary.json'))).toBe(true);
  });

  it.runIf(isInstalled('postgres', 'ls /usr/lib/postgresql/*/bin/initdb'))(
    'serves with PostgreSQL as nobody special, and says whether it is well',
    async () => {
      const [port, other] = [await freePort(), await freePort()];
      const args = `serve --host 0.0.0.0 --port ${port} --postgres --postgres-port ${other}`.split(' ');
      args.push('--state', join(image, 'state/one'));
      const server = spawn(neap, args, {
        cwd: join(image, 'work'),
        ...asNobody,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const written: string[] = [];
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (chunk) => written.push(String(chunk)));
      try {
        await expect.poll(() => isWell(server.pid!).status, { interval: 200, timeout: 30_000 }).toBe(0);
        const key = () => /napi_\w+/.exec(written.join(''))?.[0];
        await expect.poll(key, { timeout: 30_000 }).toBeDefined();
        const answer = await fetch(`http://127.0.0.1:${port}/api/v2/projects`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key()}`, 'content-type': 'application/json' },
          body: '{"project":{"name":"shop"}}',
        });
        expect(answer.status, written.join('')).toBe(201);
        // Who stands still answers no more.
        server.kill('SIGSTOP');
        expect(isWell(server.pid!)).toMatchObject({
          status: 1,
          stderr: expect.stringContaining(`port ${port}`),
        });
        server.kill('SIGCONT');
      } finally {
        const ended = new Promise((resolve) => server.once('close', resolve));
        server.kill('SIGTERM');
        expect(await ended).toBe(143);
      }
    },
  );

  it('takes whatever has no address for well as long as it runs', () => {
    const line = join(folder, 'cmdline');
    for (const words of [
      ['node', 'neap', 'worker', 'redis://x'],
      ['sh', '-c', 'neap run a.yaml'],
    ]) {
      writeFileSync(line, words.join('\0'));
      expect(spawnSync(process.execPath, [health, line]).status).toBe(0);
    }
    writeFileSync(line, ['docker-init', '--', 'neap', 'serve', '-p', '1'].join('\0'));
    expect(spawnSync(process.execPath, [health, line]).status).toBe(1);
  });
});
