import { render } from 'preact';
import type { StudioData } from '../studio-data.js';
import { Studio } from './studio.js';

/** The data inside the page: JSON, compressed with zlib, in base64. */
async function dataOf(element: HTMLElement): Promise<StudioData> {
  const bytes = Uint8Array.from(atob(element.textContent ?? ''), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return (await new Response(plain).json()) as StudioData;
}

async function begin(): Promise<void> {
  const data = await dataOf(document.getElementById('studio-data')!);
  render(<Studio {...data} />, document.getElementById('studio')!);
}

void begin();
