import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { AccountEntity, type AccountOrigin } from '../../persistence/account.entity.js';
import { IdentityEntity } from '../../persistence/identity.entity.js';

export interface NewAccount {
  origin: AccountOrigin;
  /** Null for an account that is known by its number. */
  email: string | null;
  /** Digits; null for an account that is known by its address. */
  phone?: string | null;
  fullName: string;
  passwordHash: string | null;
  userMetadata: Record<string, unknown>;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
  /** Made up when absent. */
  id?: string | undefined;
}

/** Writes an account with its own address, or number, as its first identity. Call it holding the lock of that. */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async create(given: NewAccount): Promise<AccountEntity> {
    const { em } = this.database;
    const now = this.clock.now();
    const id = given.id ?? uuid();
    const email = given.email?.trim() ?? null;
    const phone = given.phone ?? null;
    const own = email === null ? 'phone' : 'email';
    const account = em.create(AccountEntity, {
      id,
      origin: given.origin,
      email,
      emailNormalised: email === null ? null : normaliseEmail(email),
      phone,
      fullName: given.fullName,
      passwordHash: given.passwordHash,
      userMetadata: given.userMetadata,
      termsVersion: given.termsVersion,
      termsAcceptedAt: given.termsAcceptedAt,
      appMetadata: {
        provider: own,
        providers: email !== null && phone !== null ? ['email', 'phone'] : [own],
      },
      createdAt: now,
      updatedAt: now,
    });
    em.persist(account);
    await em.flush();
    if (email !== null) addEmailIdentity(em, account, now);
    if (phone !== null) addPhoneIdentity(em, account, now, { verified: false });
    return account;
  }
}

/** The account's own address as a way in which it is known; not proven yet. */
export function addEmailIdentity(em: Database['em'], account: AccountEntity, now: Date): void {
  const { id, email, userMetadata } = account;
  const identity = em.create(IdentityEntity, {
    id: uuid(),
    accountId: id,
    provider: 'email',
    providerId: id,
    email: normaliseEmail(email ?? ''),
    identityData: { ...userMetadata, sub: id, email, email_verified: false, phone_verified: false },
    createdAt: now,
    updatedAt: now,
  });
  em.persist(identity);
}

/** The account's own number as a way in which it is known. */
export function addPhoneIdentity(
  em: Database['em'],
  account: AccountEntity,
  now: Date,
  { verified }: { verified: boolean },
): void {
  const { id, phone } = account;
  const identity = em.create(IdentityEntity, {
    id: uuid(),
    accountId: id,
    provider: 'phone',
    providerId: id,
    email: null,
    identityData: { sub: id, phone, email_verified: false, phone_verified: verified },
    createdAt: now,
    updatedAt: now,
  });
  em.persist(identity);
}
