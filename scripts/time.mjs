// `npm run time -- +31d`: advances the clocks of the running product and its payment sandbox, and waits until due work is done.
import { readSettings } from '../stack/machine/settings.mjs';
import { UserError } from '../stack/machine/user-error.mjs';
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

const MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, y: 365 * 86_400_000 };

await runWithPinnedNode(async () => {
  const { connectHost, ports } = readSettings();
  const url = `http://${connectHost}:${ports.PORT}/api/dev/clock`;
  let now = await advance(url, { advanceSeconds: 0 });
  const target = parseTarget(process.argv[2], now);
  while (now < target) {
    const next = new Date(Math.min(target, now.getTime() + MS.w));
    now = await advance(url, { advanceTo: next.toISOString() });
    console.log(now.toISOString());
  }
});

/** `+31d`, `+2h`, `+1y`, or a date. */
function parseTarget(argument = '', now) {
  const [, count, unit] = /^\+(\d+)([a-z])$/.exec(argument) ?? [];
  const target = new Date(unit in MS ? now.getTime() + count * MS[unit] : argument);
  if (target > now) return target;
  throw new UserError(
    `"${argument}" is not a later time. The product's clock shows ${now.toISOString()}.`,
    'use a distance or a date: npm run time -- +31d, +2h, +1y or 2027-03-01',
  );
}

/** Advances the clock and resolves with its new time. */
async function advance(url, change) {
  const headers = { 'content-type': 'application/json' };
  const request = fetch(url, { method: 'POST', headers, body: JSON.stringify(change) });
  const response = await request.catch(() => undefined);
  if (!response) throw new UserError(`No response from ${url}.`, 'start the product first: npm start');
  if (response.status === 404)
    throw new UserError(
      'The clock can be advanced only in development, with the payment sandbox.',
      'unset STRIPE_SECRET_KEY',
    );
  const { now, message } = await response.json();
  if (response.ok) return new Date(now);
  throw new UserError(message, 'see the log of the API and the worker');
}
