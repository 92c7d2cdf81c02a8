import { Body, Get, HttpCode, Post, Put, Query, Req, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { DomainError } from '../../../platform/domain-error.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SessionCaller, SessionGuard } from '../access/http/session.guard.js';
import { InvalidInputError, FeatureDisabledError } from '../core/auth-errors.js';
import { newPassword } from '../passwords/password-input.js';
import type { PhoneChangeRequest } from '../phone/change-phone.js';
import { codeChallenge } from '../pkce/code-challenge-input.js';
import { EmptyDocument } from '../protocol/protocol-documents.js';
import { RejectHead } from '../protocol/reject-head.js';
import { Redirects } from '../protocol/redirects.js';
import { RedirectQuery, AuthErrors } from '../protocol/auth-documentation.js';
import {
  emailAddress,
  readFields,
  metadata,
  phoneNumber,
  smsChannel,
  text,
  type AuthInput,
} from '../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../protocol/auth-routes.js';
import { SIGN_OUT_SCOPES, SignOut, type SignOutScope } from '../sessions/sign-out.js';
import { UserDocument } from '../users/user-documents.js';
import type { User } from '../users/user.js';
import { ChangeUserBody } from './current-user-documents.js';
import { CurrentUser } from './current-user.js';
import { Reauthenticate } from './reauthenticate.js';
import { UpdateCurrentUser } from './update-current-user.js';

/** Errors of every route that requires a session. */
export const TOKEN_ERRORS = {
  401: ['no_authorization'],
  403: ['bad_jwt', 'user_not_found', 'session_not_found', 'user_banned'],
};

/** The current user's own account. */
@AuthController()
@UseGuards(SessionGuard)
@ApiBearerAuth('session')
export class UserController {
  constructor(
    private readonly currentUser: CurrentUser,
    private readonly updateCurrentUser: UpdateCurrentUser,
    private readonly reauthenticateUser: Reauthenticate,
    private readonly signOutUser: SignOut,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
  ) {}

  @Put('user')
  @LimitPerIp(AUTH_LIMITS.updateUser)
  @ApiOperation({
    summary: "Update the caller's profile, password, email or phone",
    description:
      'Changing the password revokes all other sessions and pending links. If the server requires it, include the current password, ' +
      'except in a session created by a recovery email. A new email takes effect once both the old and the new address are ' +
      'confirmed; a new phone number once the code sent to it is verified.',
  })
  @RedirectQuery()
  @ApiBody({ type: ChangeUserBody })
  @ApiOkResponse({ type: UserDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    400: [
      'bad_jwt',
      'validation_failed',
      'bad_json',
      'email_not_confirmed',
      'phone_provider_disabled',
      'current_password_required',
      'current_password_invalid',
      'reauthentication_needed',
    ],
    401: [...TOKEN_ERRORS[401], 'insufficient_aal'],
    403: [...TOKEN_ERRORS[403], 'not_admin'],
    422: [
      'weak_password',
      'same_password',
      'email_exists',
      'phone_exists',
      'reauthentication_not_valid',
      'user_sso_managed',
      'sms_send_failed',
      'validation_failed',
    ],
    429: ['over_email_send_rate_limit', 'over_sms_send_rate_limit'],
  })
  async change(
    @SessionCaller() caller: AuthenticatedCaller,
    @Body() body: AuthInput,
    @Req() request: Request,
  ): Promise<User> {
    const fields = readFields(body);
    if (fields.app_metadata !== undefined && fields.app_metadata !== null) {
      throw new DomainError('forbidden', 'not_admin', 'Updating app_metadata requires admin privileges');
    }
    const phone = text(fields, 'phone') === undefined ? undefined : this.phoneChangeRequest(fields);
    const challenge = codeChallenge(fields);
    const redirectTo = this.redirects.requested(request);
    await this.updateCurrentUser.change(caller, {
      email:
        text(fields, 'email') === undefined
          ? undefined
          : { email: emailAddress(fields), redirectTo, codeChallenge: challenge },
      phone,
      password: newPassword(fields),
      currentPassword: text(fields, 'current_password'),
      nonce: text(fields, 'nonce'),
      data: metadata(fields, this.settings.auth.metadataMaxBytes),
    });
    return this.currentUser.read(caller.userId);
  }

  private phoneChangeRequest(fields: AuthInput): PhoneChangeRequest {
    if (!this.settings.auth.phoneEnabled) {
      throw new FeatureDisabledError('malformed', 'phone_provider_disabled', 'Unsupported phone provider');
    }
    return { phone: phoneNumber(fields), channel: smsChannel(fields) };
  }

  @Get('reauthenticate')
  @RejectHead('GET')
  @LimitPerIp(AUTH_LIMITS.reauthenticate)
  @ApiOperation({
    summary: 'Send the caller a six-digit code to use as `nonce` when changing the password',
  })
  @ApiOkResponse({ type: EmptyDocument })
  @AuthErrors({
    ...TOKEN_ERRORS,
    400: ['bad_jwt', 'validation_failed'],
    422: ['email_not_confirmed', 'sms_send_failed'],
    429: ['over_email_send_rate_limit', 'over_sms_send_rate_limit'],
  })
  async reauthenticate(@SessionCaller() caller: AuthenticatedCaller): Promise<object> {
    await this.reauthenticateUser.request(caller.userId);
    return {};
  }

  @Post('logout')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Sign out',
    description: 'Access tokens of revoked sessions are rejected immediately.',
  })
  @ApiQuery({ name: 'scope', enum: SIGN_OUT_SCOPES, required: false, description: 'Defaults to `global`.' })
  @ApiNoContentResponse({ description: 'Signed out.' })
  @AuthErrors({ 400: ['validation_failed', 'bad_jwt'], ...TOKEN_ERRORS })
  signOut(@SessionCaller() caller: AuthenticatedCaller, @Query() query: AuthInput): Promise<void> {
    return this.signOutUser.signOut(caller, parseScope(query));
  }
}

function parseScope(query: AuthInput): SignOutScope {
  const scope = text(query, 'scope') ?? 'global';
  const known = SIGN_OUT_SCOPES.find((candidate) => candidate === scope);
  if (!known) throw new InvalidInputError(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 50))}`);
  return known;
}
