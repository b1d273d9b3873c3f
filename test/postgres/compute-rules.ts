import { expect, test } from 'vitest';
import { type ConnectedClient, connected, query, type ServedProject } from './served-postgres.js';

/** Tests what computes do on servers of the emulator, and on a server that runs already. */
export function testComputes(project: () => ServedProject, rows: number, slots: number): void {
  const count = 'select count(*)::int from orders';

  test('a compute suspends after five idle minutes and ends its sessions; the next clients share one wake', async () => {
    const one = project();
    const started = async () => {
      const { operations } = await one.neap.call('GET', `${one.at}/operations`);
      return operations.filter(({ action }: { action: string }) => action === 'start_compute').length;
    };
    const idle = await connected(one.uri());
    await idle.client.query('select 1');
    await one.settle();
    await one.neap.skip('6m');
    expect(await one.state()).toBe('idle');
    expect(idle.lost[0]).toBe('57P01');
    const before = await started();
    const counts = await Promise.all(Array.from({ length: 4 }, () => one.query(count)));
    expect(counts).toEqual(Array(4).fill([{ count: rows }]));
    expect([await one.state(), await started()]).toEqual(['active', before + 1]);
  });

  test('an open transaction keeps the compute awake for any skipped time', async () => {
    const one = project();
    const busy = await connected(one.uri());
    await busy.client.query('begin');
    await one.neap.skip('3h');
    expect(await one.state()).toBe('active');
    await busy.client.query('commit');
    expect(busy.lost).toEqual([]);
    await busy.client.end();
  });

  test('a running query keeps the compute awake; a restart cancels it and keeps the data', async () => {
    const one = project();
    await one.settle();
    const cut = await connected(one.uri());
    const asked = cut.client.query('select pg_advisory_lock(4711), pg_sleep(60)');
    const running = expect(asked).rejects.toMatchObject({ code: '57P01' });
    const locked = 'select count(*)::int from pg_locks where objid = 4711';
    await expect.poll(() => one.query(locked)).toEqual([{ count: 1 }]);
    await one.neap.skip('3h');
    expect(await one.state()).toBe('active');
    await one.neap.call('POST', `${one.compute}/restart`);
    await running;
    expect(await one.query(count)).toEqual([{ count: rows }]);
  });

  test(`a compute with ${slots} slots refuses one more client`, async () => {
    const open: ConnectedClient[] = [];
    for (let client = 0; client < slots; client += 1) open.push(await connected(project().uri()));
    await expect(connected(project().uri())).rejects.toMatchObject({ code: '53300' });
    await Promise.all(open.map(({ client }) => client.end()));
    expect(open.flatMap(({ lost }) => lost)).toEqual([]);
  });

  test('a branch is reset to its parent, its old data are kept, and a snapshot restores them', async () => {
    const one = project();
    const made = await one.createBranch();
    await query(made.uri, 'create table only_here as select 7 as seven');
    const { snapshot } = await one.change('POST', `${made.path}/snapshot?name=before`);
    await query(made.uri, 'insert into only_here values (8)');
    const { diff } = await one.neap.call('GET', `${made.path}/compare_schema?db_name=neondb`);
    expect(diff).toContain('+CREATE TABLE public.only_here (');
    const source = { source_branch_id: one.created.branch.id, preserve_under_name: 'dev before' };
    await one.change('POST', `${made.path}/restore`, source);
    await expect(query(made.uri, 'table only_here')).rejects.toMatchObject({ code: '42P01' });
    expect((await one.neap.call('GET', `${made.path}/compare_schema?db_name=neondb`)).diff).toBe('');
    const { branches } = await one.neap.call('GET', `${one.at}/branches`);
    const kept = branches.find(({ name }: { name: string }) => name === 'dev before').id;
    const target = { finalize_restore: true, target_branch_id: made.branch.id };
    const again = await one.change('POST', `${one.at}/snapshots/${snapshot.id}/restore`, target);
    expect(await query(made.uri, 'table only_here')).toEqual([{ seven: 7 }]);
    const endpoint = { branch_id: kept, type: 'read_write' };
    const { endpoint: second } = await one.change('POST', `${one.at}/endpoints`, { endpoint });
    const before = made.uri.replace(made.endpoints[0].id, second.id);
    expect(await query(before, 'table only_here')).toEqual([{ seven: 7 }, { seven: 8 }]);
    for (const id of [kept, again.branch.id]) await one.change('DELETE', `${one.at}/branches/${id}`);
  });

  test('a query can be sent through the pooler, and over HTTP on the port of the API', async () => {
    const one = project();
    const [{ id }] = one.created.endpoints as [{ id: string }];
    expect(await query(one.uri().replace(id, `${id}-pooler`), count)).toEqual(await one.query(count));
    const response = await fetch(`${one.neap.served.address}/sql`, {
      method: 'POST',
      headers: { 'Neon-Connection-String': one.uri() },
      body: JSON.stringify({ query: 'select $1::int + 1 as sum', params: ['41'] }),
    });
    expect(await response.json()).toMatchObject({ rows: [{ sum: 42 }] });
  });
}
