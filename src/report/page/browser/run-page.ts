import type { CourseData } from '../../course/course-data.js';
import { beginPage } from './begin-page.js';
import { Curves } from './curves.js';
import { DecisionLog } from './decision-log.js';
import { pageData } from './element.js';

async function begin(): Promise<void> {
  const data = await pageData<CourseData>();
  const log = new DecisionLog(data.decisions, data.start_epoch_seconds);
  beginPage();
  if (data.lanes[0]?.series.size.length) new Curves(data, log);
}

void begin();
