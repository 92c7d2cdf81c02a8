// `npm run verify:stripe`: runs the sandbox's contract tests against Stripe itself in test mode. The product may rely on whatever
// passes against both.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { node, root, runWithPinnedNode } from '../stack/machine/runtime.mjs';
import { readSettings } from '../stack/machine/settings.mjs';
import { UserError } from '../stack/machine/user-error.mjs';

await runWithPinnedNode(() => {
  const { STRIPE_VERIFY_SECRET_KEY = '' } = readSettings().env;
  if (!/^(sk|rk)_test_(?!sandbox$)/.test(STRIPE_VERIFY_SECRET_KEY))
    throw new UserError(
      'STRIPE_VERIFY_SECRET_KEY is not set to a test-mode key. These tests create and refund payments.',
      'get a secret key (sk_test_…) from the Stripe dashboard: STRIPE_VERIFY_SECRET_KEY=sk_test_… npm run verify:stripe',
    );
  const jest = ['--experimental-vm-modules', join(root, 'node_modules', 'jest', 'bin', 'jest.js')];
  const tests = ['test/contract', '--runInBand', '--testTimeout=60000', ...process.argv.slice(2)];
  const env = { ...process.env, STRIPE_VERIFY_SECRET_KEY, STRIPE_API_URL: '' };
  const options = { cwd: join(root, 'sandbox'), stdio: 'inherit', env };
  process.exitCode = spawnSync(node, [...jest, ...tests], options).status ?? 1;
});
