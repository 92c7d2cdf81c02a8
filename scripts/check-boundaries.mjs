// Checks the architecture's boundaries: which module may import which (dependency-cruiser), and rules that imports can't express.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { isMainModule, runWithPinnedNode } from '../stack/machine/runtime.mjs';
import { root } from '../stack/machine/settings.mjs';

const SOURCES = ['shared/src', 'backend/src', 'frontend/src', 'sandbox/src', 'e2e'];
const IGNORED = ['dist', 'node_modules', 'test-results'];

/** By folder, or by suffix in a slice without layer folders. */
const HTTP_LAYER = /\/http\/|\/auth\/protocol\/|\.(controller|guard|filter|interceptor|middleware)\.ts$/;

/** `appliesTo` selects files; `violates` is called for each of their syntax nodes. */
export const rules = [
  {
    name: 'environment-only-in-config',
    why: 'settings are read once and validated together, in platform/config',
    appliesTo: (path) => inside(path, 'backend/src') && !inside(path, 'backend/src/platform/config'),
    violates: (node) =>
      ts.isPropertyAccessExpression(node) && /^(globalThis\.)?process\.env$/.test(node.getText()),
  },
  {
    name: 'http-exceptions-only-in-http',
    why: 'domain errors carry a code and a kind; one filter maps kinds to HTTP statuses',
    appliesTo: (path) => inside(path, 'backend/src') && !HTTP_LAYER.test(path),
    violates: (node) =>
      ts.isImportSpecifier(node) &&
      (node.propertyName ?? node.name).text.endsWith('Exception') &&
      node.parent.parent.parent.moduleSpecifier.text === '@nestjs/common',
  },
  {
    name: 'jobs-only-from-relay-and-scheduler',
    why: 'a job that bypasses the outbox is lost when Redis is unavailable',
    appliesTo: (path) => inside(path, 'backend/src') && !/(relay|scheduler)/.test(path),
    violates: (node) =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(add|addBulk)$/.test(node.expression.name.text) &&
      /queues?(\W|$)/i.test(node.expression.expression.getText()),
  },
  {
    name: 'time-only-from-clock',
    why: "code that reads the system time directly can't be tested with a fake clock",
    appliesTo: (path) => inside(path, 'backend/src') && path !== 'backend/src/platform/clock.ts',
    violates: (node) =>
      (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) ||
      (ts.isCallExpression(node) && node.expression.getText() === 'Date.now'),
  },
  {
    name: 'sql-only-in-queries',
    why: 'tables are read and written through the entity manager; what must be SQL is in *.queries.ts',
    appliesTo: (path) =>
      inside(path, 'backend/src/modules') || inside(path, 'backend/src/platform')
        ? !path.endsWith('.queries.ts') && !inside(path, 'backend/src/platform/database')
        : false,
    violates: (node) =>
      ts.isCallExpression(node) &&
      node.expression.getText().endsWith('.query') &&
      node.arguments.some((argument) => hasProperty(argument, 'text')),
  },
  {
    name: 'sql-states-its-reason',
    why: 'SQL is the exception; `reason` says why the entity manager cannot do it',
    appliesTo: (path) => path.endsWith('.queries.ts'),
    violates: (node) => hasProperty(node, 'text') && !hasProperty(node, 'reason'),
  },
];

function hasProperty(node, name) {
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some((property) => property.name?.getText() === name)
  );
}

const VAGUE_NAMES = /^(utils?|helpers?|common|misc|managers?|v2)$/;

/** Every violation in a file, as `path:line rule: why`. `path` is relative to the repository, with forward slashes. */
export function violationsIn(path, text) {
  const found = [];
  const vague = path.split('/').find((part) => VAGUE_NAMES.test(part.split('.')[0]));
  if (vague) found.push(`${path} no-vague-names: "${vague}" doesn't say what's in it`);
  const applicable = /\.spec\.tsx?$/.test(path) ? [] : rules.filter((rule) => rule.appliesTo(path));
  if (applicable.length === 0) return found;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    for (const rule of applicable) {
      if (!rule.violates(node)) continue;
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
    if (IGNORED.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesUnder(path);
    else if (/\.(ts|tsx)$/.test(basename(path))) yield path;
  }
}

function checkBoundaries() {
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
  const violations = files.flatMap((file) =>
    violationsIn(relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')),
  );
  for (const violation of violations) console.error(violation);
  console.log(`checked rules beyond imports in ${files.length} files: ${violations.length} violations`);
  if (imports.status !== 0 || violations.length > 0) process.exitCode = 1;
}

if (isMainModule(import.meta.url)) await runWithPinnedNode(import.meta.url, checkBoundaries);
