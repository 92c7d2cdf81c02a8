import { copyStorage } from './copy-storage.js';
import { applyErasures } from './erasure.js';
import type { OpsCommand, OpsOptions } from './ops-command.js';
import { reconcile } from './reconcile.js';
import { replayWebhooks } from './replay-webhooks.js';

const USAGE = `Usage: npm run ops -- <command>

  reconcile [--apply]
      Compares every subscription with the payment provider and prints what differs. Nothing changes without --apply.

  webhooks replay [--apply]
      Processes failing webhook events now instead of at their next attempt. Nothing changes without --apply.

  storage copy --from disk|s3 --to disk|s3
      Copies the bytes of all objects to another backend and verifies each copy by its checksum. Run it again after an
      interruption: what was copied is only verified then. Nothing is deleted.

  erasure apply [--dry-run]
      After restoring a database backup: erases again all users who were erased after it was made. Needs a running worker.
`;

const COMMANDS: readonly OpsCommand[] = [reconcile, replayWebhooks, copyStorage, applyErasures];

/** Runs an operator command and returns the exit code: 0 on success, 1 on failure, 2 for an unknown command. */
export async function runOps(args: readonly string[], options: OpsOptions): Promise<number> {
  for (const command of COMMANDS) {
    const run = command(args);
    if (run) return run(options);
  }
  options.output.write(USAGE);
  return 2;
}
