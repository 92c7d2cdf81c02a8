// Baseline for a sign-in: the framework, one argon2id verification, one ES256 signature and one insert.
import { verify } from '@node-rs/argon2';
import { importJWK, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { childOptions } from '../support/child-process.mjs';
import { servePost } from './nest-server.mjs';

const { databaseUrl, jwk, passwordHash } = childOptions();
const key = await importJWK(jwk, 'ES256');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(
  `create schema if not exists bench;
   create table if not exists bench.sessions (id uuid primary key, email text not null, created_at timestamptz not null)`,
);

await servePost('sign-in', async ({ body: { email, password } }) => {
  if (!(await verify(passwordHash, password))) throw new Error('wrong password');
  const id = randomUUID();
  await pool.query({
    name: 'insert-session',
    text: 'insert into bench.sessions values ($1, $2, now())',
    values: [id, email],
  });
  const token = await new SignJWT({ sub: id, email, session_id: id, role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: jwk.kid })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: id,
    user: { id, email },
  };
});
