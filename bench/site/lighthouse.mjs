import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../stack/machine/chromium.mjs';
import { runCommand } from '../../stack/machine/commands.mjs';
import { publicPaths } from '../support/browser.mjs';
import { busyShare } from '../support/machine.mjs';
import { median, milliseconds, seconds } from '../support/statistics.mjs';

/** Fetched by npx, because an eighth of all files that an installation writes would be Lighthouse's. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
const TRIES = 9;
const RUN_LIMIT_MS = 120_000;
/** Lighthouse's benchmark index of the machine; lower means that something else was using it. */
const MIN_BENCHMARK_INDEX = 1000;
/** Maximum CPU usage while we are idle, sampled right before and after each run. */
const MAX_IDLE_USAGE = 0.15;
const SAMPLE_MS = 400;
const FLAGS = [
  '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking',
  '--disable-component-update --disable-sync --disable-default-apps --no-first-run',
  "--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'",
].join(' ');
const OTHERS = ['accessibility', 'best-practices', 'seo', 'agentic-browsing'];
const METRICS = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
};
/** Text-only pages. */
const TEXT = /^\/(manifesto|blogs|blog\/.+|terms|privacy|cookies|gdpr)$/;

/** Lighthouse mobile scores of every public page; median of five runs. */
export async function measure(benchEnvironment) {
  const { urls } = await benchEnvironment.stack();
  const chrome = await findChromium(benchEnvironment.showProgress);
  const whole = benchEnvironment.scale === 1;
  const paths = whole ? publicPaths() : publicPaths().slice(0, 1);
  const pages = [];
  for (const path of paths) {
    const runs = [];
    let crash;
    const wanted = whole ? RUNS : 1;
    for (let attempt = 1; attempt <= TRIES && quiet(runs).length < wanted; attempt++) {
      benchEnvironment.showProgress(`${path}, run ${quiet(runs).length + 1} of ${wanted}`);
      try {
        runs.push(await run(urls.site + path, chrome, join(benchEnvironment.folder, 'lighthouse.json')));
      } catch (error) {
        // Occasionally the browser loses the start of its trace.
        crash = error;
      }
    }
    if (runs.length === 0) throw crash;
    const counted = quiet(runs).length > 0 ? quiet(runs) : runs;
    pages.push({
      path,
      disturbed: quiet(runs).length === 0,
      ...summary(counted),
    });
  }
  return [performanceRow(pages), othersRow(pages), paintRow(pages)];
}

function quiet(runs) {
  return runs.filter(
    ({ benchmarkIndex, othersShare }) =>
      benchmarkIndex >= MIN_BENCHMARK_INDEX && othersShare <= MAX_IDLE_USAGE,
  );
}

async function run(url, chrome, file) {
  const before = await busyShare(SAMPLE_MS);
  const {
    failed: isFailed,
    shortMessage,
    all,
  } = await runCommand(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${FLAGS}`,
    ],
    { env: { CHROME_PATH: chrome }, timeout: RUN_LIMIT_MS },
  );
  const after = await busyShare(SAMPLE_MS);
  if (isFailed) throw new Error(`${shortMessage}: ${all.slice(-500)}`);
  const { categories, audits, environment } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => id),
  );
  return {
    benchmarkIndex: environment.benchmarkIndex,
    othersShare: Math.max(before, after),
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)]),
    ),
    metrics: Object.fromEntries(Object.entries(METRICS).map(([name, id]) => [name, audits[id].numericValue])),
    failed: [...new Set(failed)],
  };
}

function summary(runs) {
  const middle = (values) => median(values);
  const names = Object.keys(runs[0].scores);
  return {
    scores: Object.fromEntries(names.map((name) => [name, middle(runs.map(({ scores }) => scores[name]))])),
    metrics: Object.fromEntries(
      Object.keys(METRICS).map((name) => [name, middle(runs.map(({ metrics }) => metrics[name]))]),
    ),
    failed: [...new Set(runs.flatMap(({ failed }) => failed))],
  };
}

function performanceRow(pages) {
  const low = pages.filter(({ path, scores }) => scores.performance < (TEXT.test(path) ? 100 : 99));
  const disturbed = pages.filter((page) => page.disturbed);
  const all = pages.map(({ path, scores }) => `${path} ${scores.performance}`).join(', ');
  return {
    metric: `Lighthouse mobile, ${pages.length} public pages: performance`,
    target: '≥ 99 everywhere, 100 on text pages',
    measured: `lowest ${Math.min(...pages.map(({ scores }) => scores.performance))}; ${pages.length - low.length} of ${pages.length} pages meet the target`,
    baseline: '70 to 75: the best starter template, measured the same way',
    ratio: '',
    met: low.length === 0 && disturbed.length === 0,
    note: `${all}${disturbed.length > 0 ? `; the machine was never quiet for ${disturbed.map(({ path }) => path).join(', ')}` : ''}`,
  };
}

function othersRow(pages) {
  const low = pages.flatMap(({ path, scores }) =>
    OTHERS.filter((name) => scores[name] !== 100).map((name) => `${path} ${name} ${scores[name]}`),
  );
  const failed = [...new Set(pages.flatMap((page) => page.failed))];
  return {
    metric: 'accessibility, best practices, SEO, agentic browsing (same runs)',
    target: '100 everywhere',
    measured: low.length === 0 ? '100 everywhere' : low.join(', '),
    baseline: '',
    ratio: '',
    met: low.length === 0,
    note: failed.length > 0 ? `audits below 90: ${failed.join(', ')}` : '',
  };
}

function paintRow(pages) {
  const worst = (name) => Math.max(...pages.map(({ metrics }) => metrics[name]));
  const home = pages.find(({ path }) => path === '/').metrics;
  const shift = worst('shift');
  return {
    metric: 'first paint, largest paint of the home page, total blocking time, layout shift (same runs)',
    target: '≤ 1.0 s, ≤ 1.4 s, ≤ 60 ms, ≤ 0.005',
    measured: `${seconds(worst('firstPaint'))}, ${seconds(home.largestPaint)}, ${milliseconds(worst('blocked'))}, ${shift.toFixed(3)}; largest paint anywhere ${seconds(worst('largestPaint'))}`,
    baseline: 'largest paint 3.1 to 3.4 s: the best starter template',
    ratio: '',
    met: worst('firstPaint') <= 1000 && home.largestPaint <= 1400 && worst('blocked') <= 60 && shift <= 0.005,
    note: `blocked: ${pages.map(({ path, metrics }) => `${path} ${milliseconds(metrics.blocked)}`).join(', ')}`,
  };
}
