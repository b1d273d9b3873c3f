/**
 * The script of the status page: asks for the state every two seconds and changes what has changed, so that buttons
 * stay where they are and keep the focus. Names come from users, so they are only ever set as text.
 */
export const STATUS_PAGE_SCRIPT = `
const at = (id) => document.getElementById(id);
function row(table, index) {
  const body = at(table).tBodies[0];
  return body.rows[index] || body.insertRow();
}
function cell(row, index, text, kind) {
  const td = row.cells[index] || row.insertCell();
  if (td.textContent !== text) td.textContent = text;
  td.className = kind || '';
}
function shorten(table, length) {
  const body = at(table).tBodies[0];
  while (body.rows.length > length) body.deleteRow(-1);
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
  at('totals').textContent = state.projects + (state.projects === 1 ? ' project' : ' projects') + '; computes: ' + active + ' active, ' + idle + ' idle, '
    + init + ' starting; ' + state.operations_in_flight + ' operations in flight';
  state.computes.forEach(drawCompute);
  shorten('computes', state.computes.length);
  const all = init + active + idle;
  at('more').textContent = all > state.computes.length ? 'and ' + (all - state.computes.length) + ' more' : '';
  state.operations.forEach(drawOperation);
  shorten('operations', state.operations.length);
}
function drawCompute(compute, index) {
  const line = row('computes', index);
  cell(line, 0, compute.id, 'id');
  cell(line, 1, compute.project + ' / ' + compute.branch);
  cell(line, 2, compute.type);
  cell(line, 3, compute.state + (compute.pending_state ? ' \\u2192 ' + compute.pending_state : '')
    + (compute.disabled ? ', disabled' : ''), 'state ' + compute.state);
  cell(line, 4, size(compute), 'number');
  cell(line, 5, timeout(compute.suspend_timeout_seconds), 'number');
  cell(line, 6, compute.last_active || 'never', 'number');
  // Asked anew when it is pressed: the row may be another compute's by then.
  if (!line.cells[7]) line.insertCell().append(button('connect', () =>
    call('POST', '/endpoints/' + encodeURIComponent(line.cells[0].textContent) + '/connect')));
}
function drawOperation(operation, index) {
  const line = row('operations', index);
  cell(line, 0, operation.created_at, 'number');
  cell(line, 1, operation.action);
  cell(line, 2, operation.status);
  cell(line, 3, operation.project);
  cell(line, 4, operation.endpoint_id || '', 'id');
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
