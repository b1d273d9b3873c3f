// Writes a report of neap as a comment on the pull request of a GitHub workflow, in place of the one that an earlier run
// has written for the same command and scenario.
import { readFileSync } from 'node:fs';

/** As many characters as a comment may have. */
const MOST = 65_536;
const CUT = '\n\nThe rest is left out here.\n';
const PAGE = 100;

const {
  GITHUB_API_URL,
  GITHUB_EVENT_PATH,
  GITHUB_REPOSITORY,
  GITHUB_RUN_ID,
  GITHUB_SERVER_URL,
  GITHUB_TOKEN,
} = process.env;
/** The job's page has the whole report, and what the workflow has uploaded. */
const LINK = `[Report and files of this job](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID})`;

/** A report that is short enough, and the line by which its comment is found again, which ends it. */
function comment(report) {
  const marker = /<!-- neap [^>]*-->(?=\s*$)/.exec(report)?.[0] ?? '<!-- neap -->';
  const text = report.trimEnd().endsWith(marker) ? report.trimEnd().slice(0, -marker.length) : report;
  const room = MOST - marker.length - CUT.length - LINK.length - 5;
  return {
    marker,
    body: `${text.length <= room ? text.trimEnd() : `${text.slice(0, room)}${CUT}`}\n\n${LINK}\n\n${marker}\n`,
  };
}

class Refused extends Error {
  constructor(method, path, status) {
    super(`${method} ${path} was answered with ${status}`);
    this.status = status;
  }
}

async function call(method, path, body) {
  const answer = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
      'user-agent': 'neap',
      'x-github-api-version': '2022-11-28',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Refused(method, path, answer.status);
  return answer.json();
}

/** The newest comment with the marker; one that quotes it somewhere else is another's. */
async function earlier(comments, marker) {
  let found;
  for (let page = 1; ; page += 1) {
    const some = await call('GET', `${comments}?per_page=${PAGE}&page=${page}`);
    found = some.findLast(({ body }) => body?.trimEnd().endsWith(marker)) ?? found;
    if (some.length < PAGE) return found;
  }
}

async function write(number, report) {
  const { marker, body } = comment(report);
  const comments = `/repos/${GITHUB_REPOSITORY}/issues/${number}/comments`;
  const before = await earlier(comments, marker);
  if (before !== undefined) {
    try {
      return await call('PATCH', `/repos/${GITHUB_REPOSITORY}/issues/comments/${before.id}`, { body });
    } catch (error) {
      // Somebody else's, or gone since.
      if (!(error instanceof Refused && [403, 404].includes(error.status))) throw error;
    }
  }
  return call('POST', comments, { body });
}

const { pull_request, issue } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
const number = pull_request?.number ?? (issue?.pull_request && issue.number);
if (number === undefined) {
  console.log('::notice::no comment: the workflow was not started by a pull request');
} else {
  try {
    const { html_url } = await write(number, readFileSync(process.argv[2], 'utf8'));
    console.log(`comment: ${html_url}`);
  } catch (error) {
    // The result of the job is not to hang on a comment: pull requests from forks have a token that may only read.
    const remedy =
      error instanceof Refused && error.status === 403
        ? '; give the job permissions: pull-requests: write (a fork has none), or set comment: false'
        : '';
    console.log(`::warning::the comment was not written: ${error.message}${remedy}`);
  }
}
