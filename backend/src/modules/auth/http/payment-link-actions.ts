import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AuthenticateCaller } from '../application/sessions/authenticate-caller.js';
import { ClaimPaidUser } from '../application/links/claim-paid-user.js';
import { ConfirmPaidUser } from '../application/links/confirm-paid-user.js';
import { InvalidInputError } from '../domain/auth-errors.js';
import { bearerToken } from './guards/bearer-token.js';
import { sessionResponse, type SessionResponse } from './wire/session-response.js';
import { flag, newPassword, text, type WireInput } from './wire/wire-input.js';

/** The four things that the bearer of a payment link may do with it. */
@Injectable()
export class PaymentLinkActions {
  constructor(
    private readonly confirmPaidUser: ConfirmPaidUser,
    private readonly claimPaidUser: ClaimPaidUser,
    private readonly authenticateCaller: AuthenticateCaller,
  ) {}

  async handle(secret: string, fields: WireInput, request: Request): Promise<SessionResponse | object> {
    const password = text(fields, 'password');
    const chosen = newPassword(fields, 'new_password');
    const report_unrecognized = flag(fields, 'report_unrecognized');
    const wishes = [password !== undefined, chosen !== undefined, report_unrecognized].filter(Boolean).length;
    if (wishes > 1) throw new InvalidInputError('Give one of password, new_password and report_unrecognized');
    if (report_unrecognized) {
      await this.claimPaidUser.reportUnrecognized(secret);
      return {};
    }
    if (chosen !== undefined)
      return sessionResponse(await this.claimPaidUser.withNewPassword(secret, chosen));
    if (password !== undefined)
      return sessionResponse(await this.confirmPaidUser.withPassword(secret, password));
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) {
      throw new InvalidInputError(
        'Give the password, sign in, choose a new password, or report the account as unrecognized',
      );
    }
    return sessionResponse(
      await this.confirmPaidUser.withSession(secret, await this.authenticateCaller.authenticate(token)),
    );
  }
}
