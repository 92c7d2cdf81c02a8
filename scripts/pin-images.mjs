// Names the images of Dockerfile, docker-compose.yml and launcher by the digests that the registry has behind their tags now.
//   npm run pin:images              writes them down
//   npm run pin:images -- --check   only compares; exit code 1 where they differ
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, run } from './machine/find-program.mjs';
import { Refusal } from './machine/refusal.mjs';
import { isEntry, underPinnedNode } from './machine/runtime.mjs';
import { root } from './machine/settings.mjs';

const FILES = ['Dockerfile', 'docker-compose.yml', 'scripts/services/redis.mjs'];
const PINNED = /\b((?:node|postgres|redis):[\w.-]+)@sha256:[0-9a-f]{64}/g;

/** The text with each of these images (`name:tag`) named by the digest that `digestOf` gives. */
export async function withDigests(text, images, digestOf) {
  for (const image of images) {
    const digest = await digestOf(image);
    if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Refusal(`The registry gave no digest of ${image}.`);
    const named = new RegExp(`${image.replaceAll('.', '\\.')}(@sha256:[0-9a-f]{64})?(?![\\w.-])`, 'g');
    text = text.replace(named, `${image}@${digest}`);
  }
  return text;
}

async function askRegistry(image) {
  const docker = findProgram('docker');
  if (!docker)
    throw new Refusal('docker with buildx is needed to ask the registry.', 'install it, and run this again.');
  const format = '{{.Manifest.Digest}}';
  try {
    return (await run(docker, ['buildx', 'imagetools', 'inspect', image, '--format', format])).stdout.trim();
  } catch (error) {
    throw new Refusal(
      `The digest of ${image} could not be resolved: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
      'run this on a machine that reaches the registry.',
    );
  }
}

async function pinImages() {
  const known = new Map();
  const digestOf = async (image) => {
    if (!known.has(image)) known.set(image, await askRegistry(image));
    return known.get(image);
  };
  for (const file of FILES) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const images = [...new Set([...text.matchAll(PINNED)].map(([, image]) => image))];
    const pinned = await withDigests(text, images, digestOf);
    const differs = pinned !== text;
    console.log(`${file}: ${images.join(', ')}: ${differs ? 'newer digests' : 'as the registry has them'}`);
    if (differs && process.argv.includes('--check')) process.exitCode = 1;
    else if (differs) writeFileSync(path, pinned);
  }
}

if (isEntry(import.meta.url)) await underPinnedNode(import.meta.url, pinImages);
