// Baseline for `GET /user`: the framework, token verification, and one prepared select of user and session.
import { importJWK, jwtVerify } from 'jose';
import pg from 'pg';
import { childOptions } from '../support/child-process.mjs';
import { serveGet } from './nest-server.mjs';

const { databaseUrl, jwk } = childOptions();
const { d: _private, ...publicJwk } = jwk;
const key = await importJWK(publicJwk, 'ES256');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });

await serveGet('user', async (request) => {
  const token = request.headers.authorization.slice('Bearer '.length);
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'] });
  const { rows } = await pool.query({
    name: 'user',
    text: `select a.id, a.email, a.email_confirmed_at, a.app_metadata, a.user_metadata, a.created_at, a.updated_at,
                  s.not_after
           from users a join sessions s on s.id = $2 and s.user_id = a.id where a.id = $1`,
    values: [payload.sub, payload.session_id],
  });
  return rows[0];
});
