// Pins the images in Dockerfile, docker-compose.yml and the launcher to the digests their tags currently have in the registry.
//   npm run pin:images              updates the files
//   npm run pin:images -- --check   only compares; exits with 1 on a difference
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, run } from '../stack/machine/find-program.mjs';
import { UserError } from '../stack/machine/user-error.mjs';
import { isMainModule, runWithPinnedNode } from '../stack/machine/runtime.mjs';
import { root } from '../stack/machine/settings.mjs';

const FILES = ['Dockerfile', 'docker-compose.yml', 'stack/services/redis.mjs'];
const PINNED = /\b((?:node|postgres|redis):[\w.-]+)@sha256:[0-9a-f]{64}/g;

/** The text with each of these images (`name:tag`) pinned to the digest that `digestOf` returns. */
export async function withDigests(text, images, digestOf) {
  for (const image of images) {
    const digest = await digestOf(image);
    if (!/^sha256:[0-9a-f]{64}$/.test(digest))
      throw new UserError(`The registry returned no digest for ${image}.`);
    const reference = new RegExp(`${image.replaceAll('.', '\\.')}(@sha256:[0-9a-f]{64})?(?![\\w.-])`, 'g');
    text = text.replace(reference, `${image}@${digest}`);
  }
  return text;
}

async function fetchDigest(image) {
  const docker = findProgram('docker');
  if (!docker)
    throw new UserError(
      'Docker with buildx is needed to query the registry.',
      'install it, then run this again.',
    );
  const format = '{{.Manifest.Digest}}';
  try {
    return (await run(docker, ['buildx', 'imagetools', 'inspect', image, '--format', format])).stdout.trim();
  } catch (error) {
    throw new UserError(
      `The digest of ${image} could not be resolved: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
      'run this on a machine with access to the registry.',
    );
  }
}

async function pinImages() {
  const known = new Map();
  const digestOf = async (image) => {
    if (!known.has(image)) known.set(image, await fetchDigest(image));
    return known.get(image);
  };
  for (const file of FILES) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const images = [...new Set([...text.matchAll(PINNED)].map(([, image]) => image))];
    const pinned = await withDigests(text, images, digestOf);
    const differs = pinned !== text;
    console.log(`${file}: ${images.join(', ')}: ${differs ? 'newer digests available' : 'up to date'}`);
    if (differs && process.argv.includes('--check')) process.exitCode = 1;
    else if (differs) writeFileSync(path, pinned);
  }
}

if (isMainModule(import.meta.url)) await runWithPinnedNode(import.meta.url, pinImages);
