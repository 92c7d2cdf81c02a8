// Baseline for thumbnails: the image library alone, one thread for each image.
import sharp from 'sharp';
import { childOptions, handleCommands } from '../support/child-process.mjs';

const { concurrency, side } = childOptions();
sharp.concurrency(1);
sharp.cache(false);

handleCommands({}, async ({ files }) => {
  const waiting = [...files];
  const started = performance.now();
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop())
      await sharp(file).resize({ width: side, height: side, fit: 'cover' }).jpeg({ quality: 80 }).toBuffer();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { perSecond: (files.length * 1000) / (performance.now() - started) };
});
