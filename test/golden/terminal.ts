/** Does some work with stdout as a terminal of the given width, high enough for any answer, without colors. */
export async function onTerminal<T>(width: number, work: () => Promise<T>): Promise<T> {
  const terminal = { isTTY: true, columns: width, rows: 10_000 };
  const environment = { NO_COLOR: '1', COLUMNS: String(width) };
  const stdout = { ...Object.getOwnPropertyDescriptors(process.stdout) };
  const before = { ...process.env };
  for (const [name, value] of Object.entries(terminal)) {
    Object.defineProperty(process.stdout, name, { value, configurable: true });
  }
  Object.assign(process.env, environment);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(terminal)) restore(name, stdout[name]);
    for (const name of Object.keys(environment)) setVariable(name, before[name]);
  }
}

function restore(name: string, descriptor: PropertyDescriptor | undefined): void {
  if (descriptor === undefined) delete (process.stdout as unknown as Record<string, unknown>)[name];
  else Object.defineProperty(process.stdout, name, descriptor);
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
