import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { root } from '../../stack/machine/runtime.mjs';

const LINK = /\]\(([^)\s]+)\)/g;
const HEADING = /^#+ +(.+)$/gm;
const CODE_BLOCK = /^```[^]*?^```/gm;

const readText = (file) => readFileSync(file, 'utf8').replace(CODE_BLOCK, '');

/** GitHub's anchors: lower case, without punctuation, with hyphens for spaces. */
function listAnchors(file) {
  const headings = [...readText(file).matchAll(HEADING)].map(([, heading]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function findDeadLinks(file) {
  const links = [...readText(file).matchAll(LINK)].map(([, link]) => link);
  return links.filter((link) => {
    if (/^\w+:/.test(link)) return false;
    const [path, anchor] = link.split('#');
    const target = path ? join(dirname(file), path) : file;
    return !existsSync(target) || (anchor !== undefined && !listAnchors(target).includes(anchor));
  });
}

test('all links in the documentation point to existing files and headings', () => {
  const files = globSync(['*.md', 'docs/**/*.md', '{backend,frontend,sandbox,e2e,bench}/*.md'], {
    cwd: root,
  });
  assert.ok(files.length > 20, `${files.length} files found`);
  const dead = files.flatMap((file) => findDeadLinks(join(root, file)).map((link) => `${file}: ${link}`));
  assert.deepEqual(dead, []);
});
