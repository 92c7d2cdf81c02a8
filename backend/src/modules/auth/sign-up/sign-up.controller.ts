import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { fullNameIn } from '../core/user-metadata.js';
import { newPassword } from '../passwords/password-input.js';
import { codeChallenge } from '../pkce/code-challenge-input.js';
import { Redirects } from '../protocol/redirects.js';
import { RedirectQuery, AuthErrors } from '../protocol/auth-documentation.js';
import {
  captchaToken,
  emailAddress,
  readFields,
  metadata,
  phoneNumber,
  smsChannel,
  text,
  type AuthInput,
} from '../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../protocol/auth-routes.js';
import { SessionDocument, sessionResponse, type SessionResponse } from '../sessions/http/session-response.js';
import { UserDocument } from '../users/user-documents.js';
import type { User } from '../users/user.js';
import { SignUpAnonymously } from './sign-up-anonymously.js';
import { SignUpByPhone } from './sign-up-by-phone.js';
import { SignUpBody } from './sign-up-documents.js';
import { SignUp } from './sign-up.js';
import type { SignUpOutcome } from './store-sign-up.js';

@AuthController()
export class SignUpController {
  constructor(
    private readonly signUpByEmail: SignUp,
    private readonly signUpByPhone: SignUpByPhone,
    private readonly signUpAnonymously: SignUpAnonymously,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
  ) {}

  @Post('signup')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.signup)
  @ApiOperation({
    summary: 'Sign up with an email address or phone number and a password',
    description: 'Without an email or phone number, signs in anonymously (if enabled) and uses only `data`.',
  })
  @RedirectQuery()
  @ApiBody({ type: SignUpBody })
  @ApiExtraModels(UserDocument, SessionDocument)
  @ApiOkResponse({
    description: 'The user, or a session if confirmation is not required.',
    schema: { oneOf: [{ $ref: getSchemaPath(UserDocument) }, { $ref: getSchemaPath(SessionDocument) }] },
  })
  @AuthErrors({
    400: [
      'validation_failed',
      'bad_json',
      'email_provider_disabled',
      'phone_provider_disabled',
      'captcha_failed',
    ],
    422: [
      'user_already_exists',
      'weak_password',
      'signup_disabled',
      'anonymous_provider_disabled',
      'sms_send_failed',
    ],
    429: ['over_email_send_rate_limit', 'over_sms_send_rate_limit'],
  })
  async signUp(@Body() body: AuthInput, @Req() request: Request): Promise<User | SessionResponse> {
    const fields = readFields(body);
    const userMetadata = metadata(fields, this.settings.auth.metadataMaxBytes) ?? {};
    if (isAnonymous(fields)) {
      const input = { userMetadata, captchaToken: captchaToken(fields) };
      return sessionResponse(await this.signUpAnonymously.signUp(input));
    }
    const password = signUpPassword(fields);
    if (text(fields, 'phone') !== undefined) {
      return signUpResponse(
        await this.signUpByPhone.signUp({
          phone: phoneNumber(fields),
          channel: smsChannel(fields),
          password,
          userMetadata,
          fullName: fullNameIn(userMetadata),
          captchaToken: captchaToken(fields),
        }),
      );
    }
    const outcome = await this.signUpByEmail.signUp({
      email: emailAddress(fields),
      password,
      userMetadata,
      fullName: fullNameIn(userMetadata),
      redirectTo: this.redirects.requested(request),
      captchaToken: captchaToken(fields),
      codeChallenge: codeChallenge(fields),
    });
    return signUpResponse(outcome);
  }
}

function signUpResponse(outcome: SignUpOutcome): User | SessionResponse {
  return 'session' in outcome ? sessionResponse(outcome.session) : outcome.user;
}

function isAnonymous(fields: AuthInput): boolean {
  return text(fields, 'email') === undefined && text(fields, 'phone') === undefined;
}

function signUpPassword(fields: AuthInput): string {
  const password = newPassword(fields);
  if (password === undefined) throw new InvalidInputError('Signup requires a valid password');
  if (text(fields, 'email') !== undefined && text(fields, 'phone') !== undefined) {
    throw new InvalidInputError('Only an email address or phone number should be provided on signup.');
  }
  const usesPkce = [fields.code_challenge, fields.code_challenge_method].some(
    (value) => value != null && value !== '',
  );
  if (text(fields, 'phone') !== undefined && usesPkce) {
    throw new InvalidInputError('PKCE not supported for phone signups');
  }
  return password;
}
