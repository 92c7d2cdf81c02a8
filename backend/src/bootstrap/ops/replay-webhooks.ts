import { parseArgs } from 'node:util';
import { StaffWebhooks, type ReceivedWebhook } from '../../modules/billing/index.js';
import { createOpsContext, type OpsCommand, type OpsOptions } from './ops-command.js';

const PAGE_SIZE = 100;

/** `webhooks replay [--apply]` */
export const replayWebhooks: OpsCommand = (args) => {
  const command = parse(args);
  return command && ((options) => run(command, options));
};

function parse(args: readonly string[]): { apply: boolean } | undefined {
  if (args[0] !== 'webhooks' || args[1] !== 'replay') return undefined;
  const options = { apply: { type: 'boolean', default: false } } as const;
  try {
    return { apply: parseArgs({ args: args.slice(2), options }).values.apply };
  } catch {
    return undefined;
  }
}

async function run({ apply }: { apply: boolean }, options: OpsOptions): Promise<number> {
  const context = await createOpsContext(options);
  try {
    const webhooks = context.get(StaffWebhooks, { strict: false });
    let found = 0;
    let page: ReceivedWebhook[] = [];
    do {
      page = await webhooks.search({ status: 'failing' }, page.at(-1), PAGE_SIZE);
      for (const { id, providerEventId, type, lastError } of page) {
        options.output.write(`${providerEventId}  ${type}: ${lastError}\n`);
        if (apply) await webhooks.replay(id, { actorId: null, reason: 'ops webhooks replay' });
      }
      found += page.length;
    } while (page.length === PAGE_SIZE);
    options.output.write(`Failing webhook events: ${found}${apply ? ', handed to the worker' : ''}.\n`);
    if (!apply) options.output.write('Nothing was changed. Run again with --apply to process them now.\n');
    return 0;
  } finally {
    await context.close();
  }
}
