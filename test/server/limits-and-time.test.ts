import { describe, expect, test } from 'vitest';
import { EmulatedClock } from '../../src/server/emulator/emulated-clock.js';
import { RateLimits } from '../../src/server/emulator/rate-limits.js';
import { EmulatorUnderTest, HandClock, START_MS } from './emulator-under-test.js';

describe('rate limits', () => {
  test('a route takes forty requests at once, then one every 25 ms', async () => {
    const emulator = new EmulatorUnderTest({ rate_limits: true });
    const statusOfNext = async () => (await emulator.call('GET', '/users/me')).status;
    for (let count = 0; count < 40; count += 1) expect(await statusOfNext()).toBe(200);
    const refused = await emulator.call('GET', '/users/me');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.body.message).toBe('too many requests; try again in 1 s');
    expect((await emulator.call('GET', '/projects')).status).toBe(200);
    emulator.real.pass(25);
    expect([await statusOfNext(), await statusOfNext()]).toEqual([200, 429]);
    // A client that waits by skipping time has waited.
    await emulator.control('POST', '/clock', { advance: '25ms' });
    expect([await statusOfNext(), await statusOfNext()]).toEqual([200, 429]);
  });

  test('an account has 700 requests a minute over all routes', () => {
    const limits = new RateLimits();
    let taken = 0;
    for (let route = 0; route < 20; route += 1) {
      for (let count = 0; count < 40; count += 1) {
        if (limits.wait({ account: 'a', route: String(route), route_per_second: 40 }, 0) === 0) taken += 1;
      }
    }
    expect(taken).toBe(700);
    const other = { account: 'b', route: '1', route_per_second: 40 };
    expect(limits.wait(other, 0)).toBe(0);
    const waits = { account: 'a', route: 'another', route_per_second: 40 };
    expect(limits.wait(waits, 0)).toBe(1);
    expect(limits.wait(waits, 86)).toBe(0);
  });

  test('organization keys are made ten a second', async () => {
    const emulator = new EmulatorUnderTest({ rate_limits: true });
    const { body } = await emulator.call('GET', '/users/me/organizations');
    const path = `/organizations/${body.organizations[0].id}/api_keys`;
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await emulator.call('POST', path, { key_name: `k${count}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test('a refused request has changed nothing', async () => {
    const emulator = new EmulatorUnderTest({ rate_limits: true });
    for (let count = 0; count < 41; count += 1) await emulator.call('POST', '/api_keys', { key_name: 'k' });
    // The first key of the user, and the forty that were let through.
    expect((await emulator.call('GET', '/api_keys')).body).toHaveLength(41);
  });
});

describe('emulated time', () => {
  test('wall clock, faster, standing still, and moved by hand', () => {
    const real = new HandClock();
    const clock = new EmulatedClock(real, { now_ms: 1000, speed: 1 });
    real.pass(500);
    expect(clock.now_ms).toBe(1500);
    clock.setSpeed(60);
    real.pass(500);
    expect(clock.now_ms).toBe(31_500);
    clock.setSpeed(0);
    real.pass(1_000_000);
    expect(clock.now_ms).toBe(31_500);
    clock.advance(300_000);
    expect(clock.now_ms).toBe(331_500);
    for (const span_ms of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => clock.advance(span_ms)).toThrow(RangeError);
    }
    expect(clock.now_ms).toBe(331_500);
  });

  test('a suite skips five idle minutes: the compute suspends, a connection wakes it', async () => {
    const emulator = new EmulatorUnderTest({
      platform: { seed: 'test', operation_duration_ms: { start_compute: 300 } },
    });
    const { project_id, endpoint_id } = await emulator.project();
    const endpoint = async () =>
      (await emulator.call('GET', `/projects/${project_id}/endpoints/${endpoint_id}`)).body.endpoint;
    expect((await endpoint()).current_state).toBe('active');
    expect((await emulator.control('POST', '/clock', { advance: '4m40s' })).status).toBe(200);
    expect((await endpoint()).current_state).toBe('active');
    await emulator.control('POST', '/clock', { advance: '30s' });
    expect((await endpoint()).current_state).toBe('idle');

    await emulator.control('POST', `/endpoints/${endpoint_id}/connect`);
    expect(await endpoint()).toMatchObject({ current_state: 'idle', pending_state: 'active' });
    const { body: clock } = await emulator.control('GET', '/clock');
    expect(Date.parse(clock.next_event_at) - Date.parse(clock.now)).toBe(300);
    await emulator.control('POST', '/clock', { advance: '300ms' });
    expect(await endpoint()).toMatchObject({ current_state: 'active' });
  });

  test('a connection keeps an active compute awake', async () => {
    const emulator = new EmulatorUnderTest();
    const { project_id, endpoint_id } = await emulator.project();
    for (let minute = 0; minute < 10; minute += 1) {
      await emulator.control('POST', '/clock', { advance: '4m' });
      await emulator.control('POST', `/endpoints/${endpoint_id}/connect`);
    }
    const { body } = await emulator.call('GET', `/projects/${project_id}/endpoints/${endpoint_id}`);
    expect(body.endpoint.current_state).toBe('active');
  });

  test('at speed 60 five minutes take five seconds', async () => {
    const emulator = new EmulatorUnderTest({ speed: 60 });
    const { body } = await emulator.call('POST', '/projects', { project: {} });
    emulator.real.pass(5_200);
    const { body: answer } = await emulator.call('GET', `/projects/${body.project.id}/endpoints`);
    expect(answer.endpoints[0].current_state).toBe('idle');
    expect(emulator.emulator.now()).toBe(START_MS + 5_200 * 60);
  });

  test.each([
    [{ advance: 'soon' }, '"advance": expected a duration such as'],
    [{ advance: '400d' }, 'up to a year'],
    [{ advance: '-5m' }, '"advance": expected a duration'],
    [{ speed: -1 }, '"speed": expected at least 0, got -1'],
    [{ advence: '5m' }, 'advence'],
    [{}, 'expected "advance", such as "5m", or "speed"'],
  ])('POST /_neap/clock with %j is refused', async (body, message) => {
    const emulator = new EmulatorUnderTest();
    const answer = await emulator.control('POST', '/clock', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(emulator.emulator.now()).toBe(START_MS);
  });

  test('control routes do not answer pages of other sites, nor other machines', async () => {
    const emulator = new EmulatorUnderTest();
    const foreign = await emulator.send('/_neap/clock', { headers: { Origin: 'http://example.com' } });
    expect(foreign.status).toBe(403);
    const rebound = await emulator.send('/_neap/clock', { headers: { Host: 'evil.example:8432' } });
    expect(rebound.status).toBe(403);
    const own = await emulator.send('/_neap/clock', {
      headers: { Host: '127.0.0.1:8432', Origin: 'http://127.0.0.1:8432' },
    });
    expect(own.status).toBe(200);
    const far = await emulator.app.request(
      '/_neap/clock',
      {},
      { incoming: { socket: { remoteAddress: '10.1.2.3' } } },
    );
    expect(far.status).toBe(403);
    const allowed = new EmulatorUnderTest({ control_from_anywhere: true });
    const near = await allowed.app.request(
      '/_neap/clock',
      {},
      { incoming: { socket: { remoteAddress: '10.1.2.3' } } },
    );
    expect(near.status).toBe(200);
  });
});

describe('pages', () => {
  test('the status page is one file that loads nothing from elsewhere', async () => {
    const { body, headers } = await new EmulatorUnderTest().send('/', {});
    expect(headers.get('content-type')).toContain('text/html');
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(body).not.toContain('innerHTML');
  });

  test('the state it shows follows the calls', async () => {
    const emulator = new EmulatorUnderTest();
    const { endpoint_id } = await emulator.project({ name: '<b>shop</b>' });
    const { body } = await emulator.control('GET', '/state');
    expect(body).toMatchObject({
      projects: 1,
      computes_by_state: { init: 0, active: 1, idle: 0 },
      computes: [{ id: endpoint_id, project: '<b>shop</b>', state: 'active' }],
      operations: [{ action: 'start_compute', status: 'finished' }, { action: 'create_timeline' }],
    });
  });

  test('metrics in the form of Prometheus', async () => {
    const emulator = new EmulatorUnderTest();
    await emulator.project();
    const { body, headers } = await emulator.send('/metrics', {});
    expect(headers.get('content-type')).toContain('text/plain');
    expect(body).toContain('neap_http_requests_total{route="createProject",status="201"} 1');
    expect(body).toContain('neap_computes{state="active"} 1');
    expect(body).toMatch(
      /neap_http_request_duration_seconds_bucket\{le="\+Inf",route="createProject"\} 1\n.*_sum.*\n.*_count\{route="createProject"\} 1/,
    );
    // Every line is a comment, or a name with labels and a number.
    for (const line of body.trim().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) neap_\w+ .+|neap_\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
    }
  });
});
