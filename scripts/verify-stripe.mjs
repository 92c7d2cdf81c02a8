// `npm run verify:stripe`: the sandbox's contract tests, unchanged, against the provider itself in test mode. What passes
// here and there is what the product may rely on.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Refusal } from './machine/refusal.mjs';
import { node, underPinnedNode, withOwnPrograms } from './machine/runtime.mjs';
import { readSettings, root } from './machine/settings.mjs';

await underPinnedNode(import.meta.url, () => {
  const key = readSettings().given.STRIPE_VERIFY_SECRET_KEY;
  if (!key) {
    throw new Refusal(
      'No key to verify with: STRIPE_VERIFY_SECRET_KEY is not set.',
      'take a test-mode secret key (sk_test_…) from the Stripe dashboard: STRIPE_VERIFY_SECRET_KEY=sk_test_… npm run verify:stripe',
    );
  }
  if (!/^(sk|rk)_test_/.test(key) || key === 'sk_test_sandbox') {
    throw new Refusal(
      'STRIPE_VERIFY_SECRET_KEY is not a test-mode key; these tests make and refund payments.',
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
      env: withOwnPrograms({ ...process.env, STRIPE_VERIFY_SECRET_KEY: key, STRIPE_API_URL: '' }),
    },
  );
  process.exitCode = status ?? 1;
});
