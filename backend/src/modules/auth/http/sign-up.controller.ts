import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { SignUpAnonymously } from '../application/sign-up/sign-up-anonymously.js';
import { SignUp } from '../application/sign-up/sign-up.js';
import { InvalidInputError, SwitchedOffError } from '../domain/auth-errors.js';
import type { User } from '../domain/user.js';
import { fullNameIn } from '../domain/user-metadata.js';
import { SessionDocument, SignUpBody, UserDocument } from './wire/documents.js';
import { Redirects } from './wire/redirects.js';
import { sessionAnswer, type SessionAnswer } from './wire/session-answer.js';
import {
  captchaToken,
  codeChallenge,
  emailAddress,
  fieldsOf,
  metadata,
  newPassword,
  text,
  type WireInput,
} from './wire/wire-input.js';
import { RedirectQuery, WireRefuses } from './wire/wire-documentation.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

/** Becoming a customer. */
@WireController()
export class SignUpController {
  constructor(
    private readonly signingUp: SignUp,
    private readonly anonymously: SignUpAnonymously,
    private readonly redirects: Redirects,
  ) {}

  @Post('signup')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.signup)
  @ApiOperation({
    summary: 'Sign up with an e-mail address and a password',
    description:
      'With neither address nor phone number it signs in anonymously, where the installation offers that: `data` alone is read.',
  })
  @RedirectQuery()
  @ApiBody({ type: SignUpBody })
  @ApiExtraModels(UserDocument, SessionDocument)
  @ApiOkResponse({
    description: 'The account; a session instead where addresses need no confirmation.',
    schema: { oneOf: [{ $ref: getSchemaPath(UserDocument) }, { $ref: getSchemaPath(SessionDocument) }] },
  })
  @WireRefuses({
    400: [
      'validation_failed',
      'bad_json',
      'email_provider_disabled',
      'phone_provider_disabled',
      'captcha_failed',
    ],
    422: ['user_already_exists', 'weak_password', 'signup_disabled', 'anonymous_provider_disabled'],
    429: ['over_email_send_rate_limit'],
  })
  async signUp(@Body() body: WireInput, @Req() request: Request): Promise<User | SessionAnswer> {
    const fields = fieldsOf(body);
    const userMetadata = metadata(fields) ?? {};
    if (isAnonymous(fields)) {
      const wish = { userMetadata, captchaToken: captchaToken(fields) };
      return sessionAnswer(await this.anonymously.signUp(wish));
    }
    const outcome = await this.signingUp.signUp({
      ...credentialsToSignUpWith(fields),
      userMetadata,
      fullName: fullNameIn(userMetadata),
      redirectTo: this.redirects.wished(request),
      captchaToken: captchaToken(fields),
      codeChallenge: codeChallenge(fields),
    });
    return 'session' in outcome ? sessionAnswer(outcome.session) : outcome.user;
  }
}

function isAnonymous(fields: WireInput): boolean {
  return text(fields, 'email') === undefined && text(fields, 'phone') === undefined;
}

function credentialsToSignUpWith(fields: WireInput): { email: string; password: string } {
  const email = text(fields, 'email');
  const phone = text(fields, 'phone');
  const password = newPassword(fields);
  if (password === undefined) throw new InvalidInputError('Signup requires a valid password');
  if (email !== undefined && phone !== undefined) {
    throw new InvalidInputError('Only an email address or phone number should be provided on signup.');
  }
  if (phone !== undefined) {
    throw new SwitchedOffError('malformed', 'phone_provider_disabled', 'Phone signups are disabled');
  }
  return { email: emailAddress(fields), password };
}
