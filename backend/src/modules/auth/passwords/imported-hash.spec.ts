import { isImportableHash } from './imported-hash.js';

/** 22 characters of salt and 31 of hash. */
const SALTED = 'x'.repeat(53);
const ARGON2_HASH = 'h4sh'.repeat(8);

describe('importing a password hash', () => {
  it.each([
    `$2b$10$${SALTED}`,
    `$2a$04$${SALTED}`,
    `$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$${ARGON2_HASH}`,
    `$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$${ARGON2_HASH}`,
  ])('accepts %s', (hash) => {
    expect(isImportableHash(hash)).toBe(true);
  });

  it.each([
    '',
    'correct horse',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    `$2b$31$${SALTED}`,
    `$2b$10$${SALTED}x`,
    `$argon2id$v=19$m=99999999,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$${ARGON2_HASH}`,
    `$argon2d$v=19$m=4096,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$${ARGON2_HASH}`,
    '$argon2id$v=19$m=4096,t=3,p=1$$',
  ])('rejects %j', (hash) => {
    expect(isImportableHash(hash)).toBe(false);
  });
});
