import { parseArgs } from 'node:util';
import { ReapplyErasures } from '../../modules/privacy/index.js';
import { createOpsContext, type OpsCommand, type OpsOptions } from './ops-command.js';

/** `erasure apply [--dry-run]` */
export const applyErasures: OpsCommand = (args) => {
  const command = parse(args);
  return command && ((options) => run(command, options));
};

function parse(args: readonly string[]): { dryRun: boolean } | undefined {
  if (args[0] !== 'erasure' || args[1] !== 'apply') return undefined;
  const options = { 'dry-run': { type: 'boolean', default: false } } as const;
  try {
    return { dryRun: parseArgs({ args: args.slice(2), options }).values['dry-run'] };
  } catch {
    return undefined;
  }
}

async function run({ dryRun }: { dryRun: boolean }, options: OpsOptions): Promise<number> {
  const context = await createOpsContext(options);
  try {
    const erasures = context.get(ReapplyErasures, { strict: false });
    const { listed, found } = await erasures.run({ dryRun });
    for (const userId of found) options.output.write(`${userId}\n`);
    const outcome = dryRun ? 'to erase again' : 'handed to the worker';
    options.output.write(`${listed} erased users listed, ${found.length} ${outcome}.\n`);
    return 0;
  } finally {
    await context.close();
  }
}
