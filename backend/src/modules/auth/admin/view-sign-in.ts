import { Injectable } from '@nestjs/common';
import { FactorsRepository } from '../factors/factors.repository.js';
import { UsersRepository } from '../users/persistence/users.repository.js';

/** What staff need to know to help a customer who can't sign in. */
export interface SignInState {
  emailConfirmedAt: Date | null;
  lastSignInAt: Date | null;
  /** Types of the verified second factors, each once. */
  secondFactors: ('totp' | 'webauthn' | 'phone')[];
}

@Injectable()
export class ViewSignIn {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
  ) {}

  /** Null for deleted users. */
  async view(userId: string): Promise<SignInState | null> {
    const user = await this.users.findById(userId);
    if (!user) return null;
    const verified = (await this.factors.findByUser(user)).filter(({ status }) => status === 'verified');
    return {
      emailConfirmedAt: user.emailConfirmedAt ?? null,
      lastSignInAt: user.lastSignInAt ?? null,
      secondFactors: [...new Set(verified.map(({ factorType }) => factorType))],
    };
  }
}
