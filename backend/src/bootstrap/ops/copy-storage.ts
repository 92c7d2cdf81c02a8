import { parseArgs } from 'node:util';
import { CopyFiles, createStorageAdapters } from '../../modules/storage/index.js';
import { STORAGE_BACKENDS, type StorageBackendName } from '../../platform/config/storage-settings.js';
import { createOpsContext, type OpsCommand, type OpsOptions } from './ops-command.js';
import { ProgressBar } from './progress-bar.js';

/** `storage copy --from disk|s3 --to disk|s3` */
export const copyStorage: OpsCommand = (args) => {
  const request = parse(args);
  return request && ((options) => copy(request, options));
};

interface CopyRequest {
  from: StorageBackendName;
  to: StorageBackendName;
}

/** Undefined if the arguments aren't those of a copy. */
function parse(args: readonly string[]): CopyRequest | undefined {
  if (args[0] !== 'storage' || args[1] !== 'copy') return undefined;
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
  try {
    const { from, to } = parseArgs({ args: args.slice(2), options }).values;
    const [source, target] = [from, to].map((name) => STORAGE_BACKENDS.find((known) => known === name));
    return source && target && source !== target ? { from: source, to: target } : undefined;
  } catch {
    return undefined;
  }
}

async function copy({ from, to }: CopyRequest, options: OpsOptions): Promise<number> {
  const { settings, logger, output } = options;
  const [source, target] = await Promise.all(
    [from, to].map(async (name) => (await createStorageAdapters(name, settings.storage)).backend),
  );
  await Promise.all([source!.open(), target!.open()]);
  const context = await createOpsContext(options);
  const bar = new ProgressBar(output);
  try {
    const { done, outcomes } = await context.get(CopyFiles, { strict: false }).copy(source!, target!, {
      progress: ({ bytes, objects, done: now }) => bar.show(now, { bytes, objects }),
      problem(object, outcome, error) {
        bar.line(`${outcome}: object ${object.id} in bucket ${object.bucketId}`);
        if (error !== undefined) logger.warn('copying file failed', { object: object.id, error });
      },
    });
    const found = Object.entries(outcomes).filter(([, count]) => count > 0);
    const counts = found.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'nothing to copy';
    bar.line(`${done.objects} objects: ${counts}`);
    return outcomes.corrupt + outcomes.missing + outcomes.failed === 0 ? 0 : 1;
  } finally {
    await context.close();
    await Promise.all([source!.close(), target!.close()]);
  }
}
