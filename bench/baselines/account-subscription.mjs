// Baseline for `GET /subscription` of an account: the framework, token verification, and one prepared select.
import { importJWK, jwtVerify } from 'jose';
import pg from 'pg';
import { childOptions } from '../support/child-process.mjs';
import { serveGet } from './nest-server.mjs';

const { databaseUrl, jwk } = childOptions();
const { d: _private, ...publicJwk } = jwk;
const key = await importJWK(publicJwk, 'ES256');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });

await serveGet('subscription', async (request) => {
  const token = request.headers.authorization.slice('Bearer '.length);
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'] });
  const { rows } = await pool.query({
    name: 'subscription',
    text: `select id, plan, billing_interval, status, amount_cents, currency, current_period_start, current_period_end, cancel_at,
                  ended_at, pending_plan, pending_interval, pending_at, created_at
           from subscriptions where user_id = $1`,
    values: [payload.sub],
  });
  return { subscription: rows[0] };
});
