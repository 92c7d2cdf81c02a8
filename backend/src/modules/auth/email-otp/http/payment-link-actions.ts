import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AuthenticateCaller } from '../../access/authenticate-caller.js';
import { bearerToken } from '../../access/http/bearer.strategy.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { newPassword } from '../../passwords/password-input.js';
import { flag, text, type AuthInput } from '../../protocol/auth-input.js';
import { sessionResponse, type SessionResponse } from '../../sessions/http/session-response.js';
import { ClaimPaidUser } from '../claim-paid-user.js';
import { ConfirmPaidUser } from '../confirm-paid-user.js';
import { ReportUnrecognizedUser } from '../report-unrecognized-user.js';

/**
 * Handles the link in the welcome email after a payment. Its holder confirms the account with the password or a session, replaces the
 * password, or reports the account as unrecognized.
 */
@Injectable()
export class PaymentLinkActions {
  constructor(
    private readonly confirmPaidUser: ConfirmPaidUser,
    private readonly claimPaidUser: ClaimPaidUser,
    private readonly reportUnrecognizedUser: ReportUnrecognizedUser,
    private readonly authenticateCaller: AuthenticateCaller,
  ) {}

  async handle(secret: string, fields: AuthInput, request: Request): Promise<SessionResponse | object> {
    const password = text(fields, 'password');
    const replacement = newPassword(fields, 'new_password');
    const unrecognized = flag(fields, 'report_unrecognized');
    const actions = [password !== undefined, replacement !== undefined, unrecognized].filter(Boolean);
    if (actions.length > 1) {
      throw new InvalidInputError('Provide only one of password, new_password and report_unrecognized');
    }
    if (unrecognized) {
      await this.reportUnrecognizedUser.report(secret);
      return {};
    }
    if (replacement !== undefined)
      return sessionResponse(await this.claimPaidUser.withNewPassword(secret, replacement));
    if (password !== undefined)
      return sessionResponse(await this.confirmPaidUser.withPassword(secret, password));
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) {
      throw new InvalidInputError(
        'Provide password, new_password, report_unrecognized or the bearer token of the account',
      );
    }
    return sessionResponse(
      await this.confirmPaidUser.withSession(secret, await this.authenticateCaller.authenticate(token)),
    );
  }
}
