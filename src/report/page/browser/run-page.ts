import type { CourseData } from '../../course/course-data.js';
import { beginPage } from './begin-page.js';
import { Curves } from './curves.js';
import { DecisionLog } from './decision-log.js';
import { byId } from './element.js';

/** The data inside the page: JSON, compressed with zlib, in base64. */
async function dataOf(element: HTMLElement): Promise<CourseData> {
  const bytes = Uint8Array.from(atob(element.textContent ?? ''), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return (await new Response(plain).json()) as CourseData;
}

async function begin(): Promise<void> {
  const data = await dataOf(byId('page-data', HTMLScriptElement));
  const log = new DecisionLog(data.decisions, data.start_epoch_seconds);
  beginPage();
  if (data.lanes[0]?.series.size.length) new Curves(data, log);
}

void begin();
