/**
 * The script of the status page: asks for the state every two seconds and draws it anew. Names come from users,
 * so they are only ever set as text.
 */
export const STATUS_PAGE_SCRIPT = `
const at = (id) => document.getElementById(id);
function cell(row, content, kind) {
  const td = row.insertCell();
  if (content instanceof Node) td.append(content); else td.textContent = content;
  if (kind) td.className = kind;
}
async function call(method, path, body) {
  const answer = await fetch('/_neap' + path, { method, body: body && JSON.stringify(body),
    headers: body ? { 'Content-Type': 'application/json' } : {} });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.message);
  return value;
}
function button(text, action) {
  const element = document.createElement('button');
  element.textContent = text;
  element.addEventListener('click', () => act(action));
  return element;
}
async function act(action) {
  try { await action(); at('problem').textContent = ''; } catch (error) { at('problem').textContent = error.message; }
  await refresh();
}
function size(compute) {
  const { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max } = compute;
  const range = min === max ? min + ' CU' : min + ' to ' + max + ' CU';
  return compute.state === 'active' && min !== max ? compute.current_cu + ' CU (' + range + ')' : range;
}
function timeout(seconds) {
  return seconds < 0 ? 'never' : (seconds || 300) + ' s';
}
function draw(state) {
  at('now').textContent = state.now.replace('T', ' ').replace('Z', ' UTC');
  at('speed').textContent = state.speed === 0 ? 'standing still' : state.speed === 1 ? 'wall clock' : state.speed + ' times as fast';
  const { init, active, idle } = state.computes_by_state;
  at('totals').textContent = state.projects + ' projects; computes: ' + active + ' active, ' + idle + ' idle, '
    + init + ' starting; ' + state.operations_in_flight + ' operations in flight';
  const computes = at('computes').tBodies[0];
  computes.replaceChildren();
  for (const compute of state.computes) {
    const row = computes.insertRow();
    const id = document.createElement('code');
    id.textContent = compute.id;
    cell(row, id);
    cell(row, compute.project + ' / ' + compute.branch);
    cell(row, compute.type);
    cell(row, compute.state + (compute.pending_state ? ' \\u2192 ' + compute.pending_state : '')
      + (compute.disabled ? ', disabled' : ''), 'state ' + compute.state);
    cell(row, size(compute), 'number');
    cell(row, timeout(compute.suspend_timeout_seconds), 'number');
    cell(row, compute.last_active || 'never', 'number');
    cell(row, button('connect', () => call('POST', '/endpoints/' + encodeURIComponent(compute.id) + '/connect')));
  }
  const all = init + active + idle;
  at('more').textContent = all > state.computes.length ? 'and ' + (all - state.computes.length) + ' more' : '';
  const operations = at('operations').tBodies[0];
  operations.replaceChildren();
  for (const operation of state.operations) {
    const row = operations.insertRow();
    cell(row, operation.created_at, 'number');
    cell(row, operation.action);
    cell(row, operation.status);
    cell(row, operation.project);
    cell(row, operation.endpoint_id || '');
  }
}
async function refresh() {
  try { draw(await call('GET', '/state')); }
  catch (error) { at('problem').textContent = 'no answer from the emulator: ' + error.message; }
}
for (const span of ['1s', '1m', '5m', '1h', '1d']) {
  at('controls').append(button('+' + span, () => call('POST', '/clock', { advance: span })), ' ');
}
at('controls').append(' speed ');
for (const speed of [0, 1, 60]) {
  at('controls').append(button(String(speed), () => call('POST', '/clock', { speed })), ' ');
}
refresh();
setInterval(refresh, 2000);
`;
