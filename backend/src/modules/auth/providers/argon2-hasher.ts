import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { compare as verifyBcrypt } from 'bcryptjs';
import { Settings } from '../../../platform/config/settings.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { PasswordHasher } from '../domain/password-hasher.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** argon2id with 19 MiB, two passes, one lane: OWASP's recommendation. The library's enum is not usable from here: 2 is argon2id. */
const PARAMETERS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** No one waits longer for his turn: clients and people give up soon after. */
const MAX_WAIT_MS = 5000;
/** How every hash of ours begins. */
const OURS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
const DUMMY_PASSWORD = 'the password of nobody';

/**
 * Hashes on the threads of the runtime, never on all of them (see `hashConcurrency`): signatures and name look-ups need
 * one too, and the process must go on answering while two hundred people sign in.
 */
@Injectable()
export class Argon2Hasher extends PasswordHasher {
  private readonly line: ConcurrencyLimiter;
  private readonly hashes;
  private dummy: Promise<string> | undefined;

  constructor(settings: Settings, metrics: Metrics) {
    super();
    const line = new ConcurrencyLimiter(settings.auth.hashConcurrency, MAX_WAIT_MS);
    this.line = line;
    this.hashes = metrics.counter(
      'password_hashes_total',
      'Password hashes computed, for known and unknown accounts alike.',
    );
    metrics.gauge(
      'password_hashes_waiting',
      'AuthenticateCaller waiting for a password hash.',
      [],
      async (gauge) => gauge.set(line.length),
    );
  }

  override hash(password: string): Promise<string> {
    return this.line.run(() => this.counted(hash(password, PARAMETERS)));
  }

  override matches(stored: string | null, password: string): Promise<boolean> {
    return this.line.run(async () => {
      const right = await this.counted(this.check(stored ?? (await this.dummyHash()), password));
      return right && stored !== null;
    });
  }

  override needsRehash(stored: string): boolean {
    return !stored.startsWith(OURS);
  }

  /** Hashes that another system made are checked as it would; one that only looks like a hash is never right. */
  private check(stored: string, password: string): Promise<boolean> {
    if (stored.startsWith(OURS)) return verify(stored, password);
    const foreign = stored.startsWith('$2') ? verifyBcrypt(password, stored) : verify(stored, password);
    return foreign.catch(() => false);
  }

  private counted<T>(work: Promise<T>): Promise<T> {
    this.hashes.inc();
    return work;
  }

  private dummyHash(): Promise<string> {
    return (this.dummy ??= hash(DUMMY_PASSWORD, PARAMETERS));
  }
}
