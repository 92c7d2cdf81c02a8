// `npm run verify:stripe`: runs the sandbox's contract tests against Stripe itself in test mode. The product may rely on whatever
// passes against both.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { UserError } from '../stack/machine/user-error.mjs';
import { node, runWithPinnedNode, withProjectBinaries } from '../stack/machine/runtime.mjs';
import { readSettings, root } from '../stack/machine/settings.mjs';

await runWithPinnedNode(import.meta.url, () => {
  const key = readSettings().env.STRIPE_VERIFY_SECRET_KEY;
  if (!key) {
    throw new UserError(
      'STRIPE_VERIFY_SECRET_KEY is not set.',
      'get a test-mode secret key (sk_test_…) from the Stripe dashboard: STRIPE_VERIFY_SECRET_KEY=sk_test_… npm run verify:stripe',
    );
  }
  if (!/^(sk|rk)_test_/.test(key) || key === 'sk_test_sandbox') {
    throw new UserError(
      'STRIPE_VERIFY_SECRET_KEY is not a test-mode key. These tests create and refund payments.',
      'use a key that starts with sk_test_ or rk_test_.',
    );
  }
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(
    node,
    [
      '--experimental-vm-modules',
      jest,
      '--runInBand',
      '--testTimeout=60000',
      'test/contract',
      ...process.argv.slice(2),
    ],
    {
      cwd: join(root, 'sandbox'),
      stdio: 'inherit',
      env: withProjectBinaries({ ...process.env, STRIPE_VERIFY_SECRET_KEY: key, STRIPE_API_URL: '' }),
    },
  );
  process.exitCode = status ?? 1;
});
