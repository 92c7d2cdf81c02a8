import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { IdentityEntity } from './persistence/identity.entity.js';
import { UserEntity, type UserOrigin } from './persistence/user.entity.js';

export interface NewUser {
  origin: UserOrigin;
  /** Null for a user who signs in with a phone number. */
  email: string | null;
  /** Digits only; null for a user who signs in with an email. */
  phone?: string | null;
  fullName: string;
  passwordHash: string | null;
  userMetadata: Record<string, unknown>;
  /** Absent or null if the user has not accepted any terms yet, e.g. because the operator creates them. */
  termsVersion?: string | null;
  termsAcceptedAt?: Date | null;
  /** Generated if absent. */
  id?: string | undefined;
}

/** Creates a user with an email or phone identity. Call while holding the lock on that address or number. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly database: Database,
    private readonly clock: RealClock,
  ) {}

  async create(input: NewUser): Promise<UserEntity> {
    const { em } = this.database;
    const now = this.clock.now();
    const id = input.id ?? uuid();
    const email = input.email?.trim() ?? null;
    const phone = input.phone ?? null;
    const provider = email === null ? 'phone' : 'email';
    const user = em.create(UserEntity, {
      id,
      origin: input.origin,
      email,
      emailNormalized: email === null ? null : normalizeEmail(email),
      phone,
      fullName: input.fullName,
      passwordHash: input.passwordHash,
      userMetadata: input.userMetadata,
      termsVersion: input.termsVersion ?? null,
      termsAcceptedAt: input.termsAcceptedAt ?? null,
      appMetadata: {
        provider,
        providers: email !== null && phone !== null ? ['email', 'phone'] : [provider],
      },
      createdAt: now,
      updatedAt: now,
    });
    em.persist(user);
    await em.flush();
    if (email !== null) addEmailIdentity(em, user, now);
    if (phone !== null) addPhoneIdentity(em, user, now, { verified: false });
    return user;
  }

  /** Creates the user of a sign-up, which accepts the current terms. */
  signUp(input: Omit<NewUser, 'termsVersion' | 'termsAcceptedAt'>): Promise<UserEntity> {
    return this.create({ ...input, termsVersion: TERMS_VERSION, termsAcceptedAt: this.clock.now() });
  }
}

/** Adds the user's email as an identity, not confirmed yet. */
export function addEmailIdentity(em: Database['em'], user: UserEntity, now: Date): void {
  const { id, email, userMetadata } = user;
  const identity = em.create(IdentityEntity, {
    id: uuid(),
    userId: id,
    provider: 'email',
    providerId: id,
    email: normalizeEmail(email ?? ''),
    identityData: { ...userMetadata, sub: id, email, email_verified: false, phone_verified: false },
    createdAt: now,
    updatedAt: now,
  });
  em.persist(identity);
}

/** Adds the user's phone number as an identity. */
export function addPhoneIdentity(
  em: Database['em'],
  user: UserEntity,
  now: Date,
  { verified }: { verified: boolean },
): void {
  const { id, phone } = user;
  const identity = em.create(IdentityEntity, {
    id: uuid(),
    userId: id,
    provider: 'phone',
    providerId: id,
    email: null,
    identityData: { sub: id, phone, email_verified: false, phone_verified: verified },
    createdAt: now,
    updatedAt: now,
  });
  em.persist(identity);
}
