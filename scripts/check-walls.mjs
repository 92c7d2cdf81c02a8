// The walls between the rooms of the house: who may import whom (dependency-cruiser), and what imports cannot show.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { isEntry, underPinnedNode } from './machine/runtime.mjs';
import { root } from './machine/settings.mjs';

const SOURCES = ['shared/src', 'backend/src', 'frontend/src', 'sandbox/src', 'e2e'];
const ABSENT = ['dist', 'node_modules', 'test-results'];

/** Each rule looks at one syntax node of one file and answers true where the wall is broken. */
export const rules = [
  {
    name: 'environment-only-in-config',
    why: 'settings are read once and judged together, in platform/config',
    holds: (path) => inside(path, 'backend/src') && !inside(path, 'backend/src/platform/config'),
    broken: (node) =>
      ts.isPropertyAccessExpression(node) && /^(globalThis\.)?process\.env$/.test(node.getText()),
  },
  {
    name: 'http-exceptions-only-in-http',
    why: 'a domain error carries its code and kind; one filter turns kinds into HTTP',
    holds: (path) => inside(path, 'backend/src') && !path.includes('/http/'),
    broken: (node) =>
      ts.isImportSpecifier(node) &&
      (node.propertyName ?? node.name).text.endsWith('Exception') &&
      node.parent.parent.parent.moduleSpecifier.text === '@nestjs/common',
  },
  {
    name: 'jobs-only-from-relay-and-scheduler',
    why: 'whatever adds a job beside the outbox loses it when Redis is away',
    holds: (path) => inside(path, 'backend/src') && !/(relay|scheduler)/.test(path),
    broken: (node) =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(add|addBulk)$/.test(node.expression.name.text) &&
      /queues?(\W|$)/i.test(node.expression.expression.getText()),
  },
  {
    name: 'time-only-from-clock',
    why: 'whoever asks the machine for the time cannot be tested through it',
    holds: (path) => inside(path, 'backend/src') && !inside(path, 'backend/src/platform/clock'),
    broken: (node) =>
      (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) ||
      (ts.isCallExpression(node) && node.expression.getText() === 'Date.now'),
  },
];

const EMPTY_NAMES = /^(utils?|helpers?|common|misc|managers?|v2)$/;

/** Every breach in one file, as `path:line rule: why`. `path` is relative to the repository, with forward slashes. */
export function breachesIn(path, text) {
  const found = [];
  const nameless = path.split('/').find((part) => EMPTY_NAMES.test(part.split('.')[0]));
  if (nameless) found.push(`${path} names-say-what: "${nameless}" says nothing about what is in it`);
  const due = /\.spec\.tsx?$/.test(path) ? [] : rules.filter((rule) => rule.holds(path));
  if (due.length === 0) return found;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    for (const rule of due) {
      if (!rule.broken(node)) continue;
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1} ${rule.name}: ${rule.why}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function inside(path, folder) {
  return path.startsWith(`${folder}/`);
}

function* sourcesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (ABSENT.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesUnder(path);
    else if (/\.(ts|tsx)$/.test(basename(path))) yield path;
  }
}

function checkWalls() {
  const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const workspaces = ['shared', 'backend', 'frontend', 'sandbox', 'e2e'].filter((name) =>
    existsSync(join(root, name)),
  );
  const imports = spawnSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.mjs', ...workspaces],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  const files = SOURCES.map((name) => join(root, name))
    .filter(existsSync)
    .flatMap((folder) => [...sourcesUnder(folder)]);
  const breaches = files.flatMap((file) =>
    breachesIn(relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')),
  );
  for (const breach of breaches) console.error(breach);
  console.log(`${files.length} files looked at beyond their imports: ${breaches.length} breaches`);
  if (imports.status !== 0 || breaches.length > 0) process.exitCode = 1;
}

if (isEntry(import.meta.url)) await underPinnedNode(import.meta.url, checkWalls);
