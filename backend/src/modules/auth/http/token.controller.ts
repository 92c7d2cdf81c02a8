import { Body, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  getSchemaPath,
} from '@nestjs/swagger';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { ExchangeCode } from '../application/flows/exchange-code.js';
import { RotateSession } from '../application/sessions/rotate-session.js';
import type { SessionGrant } from '../application/sessions/session-grants.js';
import { SignInWithPassword } from '../application/sessions/sign-in-with-password.js';
import { InvalidInputError, SwitchedOffError } from '../domain/auth-errors.js';
import { parsePhoneNumber } from '../domain/phone-number.js';
import { CodeGrantBody, PasswordGrantBody, RefreshGrantBody, SessionDocument } from './wire/documents.js';
import { sessionAnswer, type SessionAnswer } from './wire/session-answer.js';
import { WireRefuses } from './wire/wire-documentation.js';
import { captchaToken, fieldsOf, text, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

/** Trading a proof for a session. */
@WireController()
export class TokenController {
  constructor(
    private readonly signIn: SignInWithPassword,
    private readonly rotation: RotateSession,
    private readonly codes: ExchangeCode,
  ) {}

  @Post('token')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.token)
  @ApiOperation({ summary: 'Sign in with a password or a code, or go on with a refresh token' })
  @ApiQuery({ name: 'grant_type', enum: ['password', 'refresh_token', 'pkce'] })
  @ApiExtraModels(PasswordGrantBody, RefreshGrantBody, CodeGrantBody)
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(PasswordGrantBody) },
        { $ref: getSchemaPath(RefreshGrantBody) },
        { $ref: getSchemaPath(CodeGrantBody) },
      ],
    },
  })
  @ApiOkResponse({ type: SessionDocument })
  @WireRefuses({
    400: [
      'invalid_credentials',
      'email_not_confirmed',
      'phone_not_confirmed',
      'user_banned',
      'validation_failed',
      'bad_json',
      'captcha_failed',
      'provider_disabled',
      'refresh_token_not_found',
      'refresh_token_already_used',
      'session_expired',
      'bad_code_verifier',
    ],
    404: ['flow_state_not_found'],
    422: [
      'email_provider_disabled',
      'phone_provider_disabled',
      'web3_provider_disabled',
      'flow_state_expired',
    ],
  })
  async token(@Query() query: WireInput, @Body() body: WireInput): Promise<SessionAnswer> {
    return sessionAnswer(await this.grant(query.grant_type, fieldsOf(body)));
  }

  private grant(type: unknown, fields: WireInput): Promise<SessionGrant> {
    switch (type) {
      case 'password':
        return this.byPassword(fields);
      case 'refresh_token':
        return this.rotation.rotate(text(fields, 'refresh_token') ?? '');
      case 'pkce':
        return this.byCode(fields);
      default:
        throw refusalOfGrant(type);
    }
  }

  private byCode(fields: WireInput): Promise<SessionGrant> {
    const code = text(fields, 'auth_code');
    const verifier = text(fields, 'code_verifier');
    if (code === undefined || verifier === undefined) {
      throw new InvalidInputError('invalid request: both auth code and code verifier should be non-empty');
    }
    return this.codes.exchange(code, verifier);
  }

  private byPassword(fields: WireInput): Promise<SessionGrant> {
    const email = text(fields, 'email');
    const phone = text(fields, 'phone');
    if (email !== undefined && phone !== undefined) {
      throw new InvalidInputError('Only an email address or phone number should be provided on login.');
    }
    const credentials = { password: text(fields, 'password') ?? '', captchaToken: captchaToken(fields) };
    if (phone !== undefined) {
      const identifier = parsePhoneNumber(phone) ?? phone;
      return this.signIn.signIn({ ...credentials, identifier, by: 'phone' });
    }
    if (email === undefined) throw new InvalidInputError('missing email or phone');
    return this.signIn.signIn({ ...credentials, identifier: email, by: 'email' });
  }
}

function refusalOfGrant(type: unknown): DomainError {
  switch (type) {
    case 'id_token':
      return new SwitchedOffError('malformed', 'provider_disabled', 'No provider of ID tokens is enabled');
    case 'web3':
      return new SwitchedOffError('invalid', 'web3_provider_disabled', 'Web3 provider is disabled');
    default:
      return new DomainError('malformed', 'invalid_credentials', 'unsupported_grant_type');
  }
}
