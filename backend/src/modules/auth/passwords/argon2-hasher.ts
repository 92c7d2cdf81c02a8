import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { compare as verifyBcrypt } from 'bcryptjs';
import { ConcurrencyLimiter } from '../../../platform/concurrency-limiter.js';
import { Settings } from '../../../platform/config/settings.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { PasswordHasher } from './passwords.port.js';

/** The library's const enum cannot be imported here; algorithm 2 is argon2id. */
const PARAMETERS = { algorithm: 2, timeCost: 2, parallelism: 1 } satisfies Options;
/** Clients give up soon after this, so hashing later would be wasted work. */
const MAX_WAIT_MS = 5000;
const TOO_BUSY = 'Too many people are signing in right now. Please try again in a moment.';
const DUMMY_PASSWORD = 'dummy password for timing';

/**
 * Hashes on the libuv thread pool, but never occupies all of it (see `hashConcurrency`): DNS lookups and signatures need threads too,
 * and the process must stay responsive while many users sign in. An unknown user costs the same time as a known one.
 */
@Injectable()
export class Argon2Hasher extends PasswordHasher {
  private readonly limiter: ConcurrencyLimiter;
  private readonly hashes;
  private readonly parameters: Options;
  /** Of hashes with the current parameters. */
  private readonly currentPrefix: string;
  private dummy: Promise<string> | undefined;

  constructor(settings: Settings, metrics: Metrics) {
    super();
    const { hashConcurrency, hashMemoryKib } = settings.auth;
    const { timeCost, parallelism } = PARAMETERS;
    this.parameters = { ...PARAMETERS, memoryCost: hashMemoryKib };
    this.currentPrefix = `$argon2id$v=19$m=${hashMemoryKib},t=${timeCost},p=${parallelism}$`;
    const limiter = new ConcurrencyLimiter(hashConcurrency, MAX_WAIT_MS, TOO_BUSY);
    this.limiter = limiter;
    this.hashes = metrics.counter(
      'password_hashes_total',
      'Password hashes computed, including those for unknown users.',
    );
    metrics.gauge('password_hashes_waiting', 'Requests waiting for a password hash.', [], async (gauge) =>
      gauge.set(limiter.waitingCount),
    );
  }

  override hash(password: string): Promise<string> {
    return this.limiter.run(() => this.counted(hash(password.normalize('NFC'), this.parameters)));
  }

  override matches(stored: string | null, password: string): Promise<boolean> {
    return this.limiter.run(async () => {
      const expected = stored ?? (await this.dummyHash());
      for (const form of unicodeForms(password))
        if (await this.counted(this.check(expected, form))) return stored !== null;
      return false;
    });
  }

  override needsRehash(stored: string): boolean {
    return !stored.startsWith(this.currentPrefix);
  }

  /** Also checks imported hashes (bcrypt, other argon2 parameters). A malformed hash never matches. */
  private check(stored: string, password: string): Promise<boolean> {
    if (stored.startsWith(this.currentPrefix)) return verify(stored, password);
    const matches = stored.startsWith('$2') ? verifyBcrypt(password, stored) : verify(stored, password);
    return matches.catch(() => false);
  }

  private counted<T>(work: Promise<T>): Promise<T> {
    this.hashes.inc();
    return work;
  }

  private dummyHash(): Promise<string> {
    return (this.dummy ??= hash(DUMMY_PASSWORD, this.parameters));
  }
}

/**
 * Devices send the same text in different Unicode forms. We hash NFC; imported and older hashes have the form that was typed. For
 * most passwords there is only one.
 */
function unicodeForms(password: string): Set<string> {
  return new Set([password.normalize('NFC'), password, password.normalize('NFD')]);
}
