import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Callers } from '../application/sessions/callers.js';
import { ClaimPaidAccount } from '../application/links/claim-paid-account.js';
import { ProvePaidAccount } from '../application/links/prove-paid-account.js';
import { InvalidInputError } from '../domain/auth-errors.js';
import { bearerToken } from './guards/bearer-token.js';
import { sessionAnswer, type SessionAnswer } from './wire/session-answer.js';
import { flag, newPassword, text, type WireInput } from './wire/wire-input.js';

/** The four things that the bearer of a payment link may do with it. */
@Injectable()
export class PaymentLinkAnswers {
  constructor(
    private readonly proof: ProvePaidAccount,
    private readonly claim: ClaimPaidAccount,
    private readonly callers: Callers,
  ) {}

  async answer(secret: string, fields: WireInput, request: Request): Promise<SessionAnswer | object> {
    const password = text(fields, 'password');
    const chosen = newPassword(fields, 'new_password');
    const disown = flag(fields, 'disown');
    const wishes = [password !== undefined, chosen !== undefined, disown].filter(Boolean).length;
    if (wishes > 1) throw new InvalidInputError('Give one of password, new_password and disown');
    if (disown) {
      await this.claim.disown(secret);
      return {};
    }
    if (chosen !== undefined) return sessionAnswer(await this.claim.withNewPassword(secret, chosen));
    if (password !== undefined) return sessionAnswer(await this.proof.withPassword(secret, password));
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) {
      throw new InvalidInputError('Give the password, sign in, choose a new password, or disown the account');
    }
    return sessionAnswer(await this.proof.withSession(secret, await this.callers.prove(token)));
  }
}
