import { parseArgs } from 'node:util';
import { ReconcileSubscriptions, type Reconciliation } from '../../modules/subscriptions/index.js';
import { createOpsContext, type OpsCommand, type OpsOptions } from './ops-command.js';

/** `reconcile [--apply]` */
export const reconcile: OpsCommand = (args) => {
  const command = parse(args);
  return command && ((options) => run(command, options));
};

async function run({ apply }: { apply: boolean }, options: OpsOptions): Promise<number> {
  const context = await createOpsContext(options);
  try {
    const subscriptions = context.get(ReconcileSubscriptions, { strict: false });
    const result = await subscriptions.runAll({ dryRun: !apply });
    for (const line of describe(result, apply)) options.output.write(`${line}\n`);
    return 0;
  } finally {
    await context.close();
  }
}

function parse(args: readonly string[]): { apply: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { apply: { type: 'boolean', default: false } },
    });
    const isReconcile = positionals.length === 1 && positionals[0] === 'reconcile';
    return isReconcile ? { apply: values.apply } : undefined;
  } catch {
    return undefined;
  }
}

function describe({ checked, drifts, reversals, mismatches }: Reconciliation, applied: boolean): string[] {
  return [
    ...drifts.map(
      ({ subscriptionId, field, before, after }) =>
        `${subscriptionId}  ${field}: ${format(before)} -> ${format(after)}`,
    ),
    ...reversals.map(({ id, status, paymentIntentId }) => `${id}  ${status}, of payment ${paymentIntentId}`),
    ...mismatches.map(({ providerSubscriptionId, kind }) => `${providerSubscriptionId}  ${kind}`),
    `${checked} subscriptions checked: ${drifts.length} differences${applied ? ' corrected' : ''}, ` +
      `${reversals.length} refunds and disputes ${applied ? 'handed to the worker' : 'to be applied'}, ` +
      `${mismatches.length} need a decision by staff.`,
    ...(applied ? [] : ['Nothing was changed. Run again with --apply to correct the differences.']),
  ];
}

const format = (value: unknown): string => (value === null || value === undefined ? 'none' : String(value));
