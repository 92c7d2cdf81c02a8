// Baseline for a subscription check: the framework, token verification, and two prepared selects. With `cacheTokens` it caches
// verified tokens, as the product does.
import { importJWK, jwtVerify } from 'jose';
import pg from 'pg';
import { childOptions } from '../support/child-process.mjs';
import { servePost } from './nest-server.mjs';

const { databaseUrl, jwk, cacheTokens } = childOptions();
const { d: _private, ...publicJwk } = jwk;
const key = await importJWK(publicJwk, 'ES256');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const verified = new Map();

async function verify(token) {
  if (cacheTokens && verified.has(token)) return verified.get(token);
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'] });
  if (cacheTokens) verified.set(token, payload);
  return payload;
}

await servePost('check-subscription', async (request) => {
  const { sub, session_id: session } = await verify(request.headers.authorization.slice('Bearer '.length));
  const authenticated = await pool.query({
    name: 'authenticated',
    text: `select a.id, a.email, a.email_confirmed_at, s.not_after from users a
           join sessions s on s.id = $2 and s.user_id = a.id where a.id = $1`,
    values: [sub, session],
  });
  const subscription = await pool.query({
    name: 'subscription',
    text: 'select plan, billing_interval, status, current_period_end from subscriptions where user_id = $1',
    values: [sub],
  });
  const [{ email_confirmed_at: confirmedAt }] = authenticated.rows;
  const [{ plan, billing_interval: interval, status, current_period_end: end }] = subscription.rows;
  return { subscription_tier: plan, status, interval, current_period_end: end, trial_end: confirmedAt };
});
