import { Body, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Logger } from '../../../../platform/logging/logger.js';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import { InvalidInputError, OtpExpiredError } from '../../core/auth-errors.js';
import { PKCE_PREFIX } from '../../one-time-tokens/one-time-links.js';
import { VerifyPhone, type PhoneVerification } from '../../phone/verify-phone.js';
import { withoutMarker, toErrorFragment } from '../../protocol/error-fragment.js';
import { Redirects, redirectTo } from '../../protocol/redirects.js';
import { RejectHead } from '../../protocol/reject-head.js';
import { RedirectQuery, AuthErrors } from '../../protocol/auth-documentation.js';
import { readFields, phoneNumber, text, type AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import {
  SessionDocument,
  sessionFragment,
  sessionResponse,
  type SessionResponse,
} from '../../sessions/http/session-response.js';
import { VerifyEmailChange } from '../verify-email-change.js';
import {
  CHECKABLE_TYPES,
  VERIFIABLE_TYPES,
  VerifyLink,
  type LinkCredential,
  type VerifiableType,
} from '../verify-link.js';
import {
  CheckLinkBody,
  EmailChangePendingDocument,
  LinkStateDocument,
  PaymentLinkBody,
  VerifyPhoneBody,
  VerifyCodeBody,
  VerifyBody,
} from './email-otp-documents.js';
import { PaymentLinkActions } from './payment-link-actions.js';

const EMAIL_CHANGE_HALF_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';
/** Enough for any spelling of an address. Longer ones would waste memory as rate limit keys. */
const MAX_EMAIL_LENGTH = 320;

/** Verifies one-time links and codes. */
@AuthController()
export class VerifyController {
  constructor(
    private readonly verifyLink: VerifyLink,
    private readonly verifyEmailChange: VerifyEmailChange,
    private readonly verifyPhone: VerifyPhone,
    private readonly paymentLinkActions: PaymentLinkActions,
    private readonly redirects: Redirects,
    private readonly logger: Logger,
  ) {}

  @Post('verify')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.verify)
  @ApiOperation({
    summary: 'Verify a one-time link or code',
    description:
      'Email types accept either the token hash from the link or the six-digit code together with the address. The link in the welcome ' +
      'email after a payment (`payment`) additionally requires the password, a bearer token of that user, a new password, or ' +
      '`report_unrecognized`.',
  })
  @ApiExtraModels(
    VerifyBody,
    VerifyCodeBody,
    VerifyPhoneBody,
    PaymentLinkBody,
    SessionDocument,
    EmailChangePendingDocument,
  )
  @ApiBody({
    schema: {
      oneOf: [VerifyBody, VerifyCodeBody, VerifyPhoneBody, PaymentLinkBody].map((body) => ({
        $ref: getSchemaPath(body),
      })),
    },
  })
  @ApiOkResponse({
    description:
      'A session. An empty object after `report_unrecognized`; only a message when the first of two addresses confirms an email change.',
    schema: {
      oneOf: [
        { $ref: getSchemaPath(SessionDocument) },
        { $ref: getSchemaPath(EmailChangePendingDocument) },
        { type: 'object', maxProperties: 0 },
      ],
    },
  })
  @AuthErrors({
    400: ['validation_failed', 'bad_json', 'invalid_credentials'],
    403: ['otp_expired', 'user_banned', 'bad_jwt', 'session_not_found', 'user_not_found'],
    422: ['weak_password', 'email_exists', 'phone_exists'],
  })
  async verify(@Body() body: AuthInput, @Req() request: Request): Promise<SessionResponse | object> {
    const fields = readFields(body);
    const type = text(fields, 'type');
    if (type === 'sms' || type === 'phone_change') return this.byPhone(type, fields);
    const token = emailToken(fields);
    if (type === 'payment') return this.paymentLinkActions.handle(requireSecret(token), fields, request);
    if (type !== 'email_change')
      return sessionResponse(await this.verifyLink.verify(verifiable(type), token));
    const outcome = await this.verifyEmailChange.verify(token, { follow: false });
    return outcome !== 'first_confirmed' && 'session' in outcome
      ? sessionResponse(outcome.session)
      : { msg: EMAIL_CHANGE_HALF_CONFIRMED, code: '200' };
  }

  private async byPhone(type: PhoneVerification, fields: AuthInput): Promise<SessionResponse> {
    const code = text(fields, 'token');
    if (code === undefined || text(fields, 'email') !== undefined || text(fields, 'phone') === undefined) {
      throw new InvalidInputError('Only a token and a phone number should be provided on verify');
    }
    return sessionResponse(await this.verifyPhone.verify(type, phoneNumber(fields), code));
  }

  @Post('verify/check')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.verifyCheck)
  @ApiOperation({
    summary: 'Check whether a one-time link still works',
    description:
      'Does not use the link, so that a page can say that a link was used before it asks for a password. Links to an unknown token, ' +
      'used links and expired links are alike. An extension of the protocol.',
  })
  @ApiBody({ type: CheckLinkBody })
  @ApiOkResponse({ type: LinkStateDocument })
  @AuthErrors({ 400: ['validation_failed', 'bad_json'] })
  async check(@Body() body: AuthInput): Promise<LinkStateDocument> {
    const fields = readFields(body);
    const type = CHECKABLE_TYPES.find((known) => known === text(fields, 'type'));
    const secret = text(fields, 'token_hash');
    if (type === undefined || secret === undefined) {
      throw new InvalidInputError('Check requires a token hash and the type of an emailed link');
    }
    return { usable: await this.verifyLink.isUsable(type, secret) };
  }

  @Get('verify')
  @RejectHead('GET', 'POST')
  @LimitPerIp(AUTH_LIMITS.verify)
  @ApiOperation({ summary: 'Verify a one-time link by following it' })
  @ApiQuery({
    name: 'token',
    type: String,
    example: 'q3JfZx…',
    description: 'The token of the link in the email.',
  })
  @ApiQuery({ name: 'type', enum: [...VERIFIABLE_TYPES, 'email_change'] })
  @ApiQuery({
    name: 'accept_terms',
    required: false,
    schema: { type: 'boolean', default: false },
    description:
      'For `invite`: records acceptance of the terms, which the page with the link must state. An extension of the protocol.',
  })
  @RedirectQuery()
  @ApiResponse({
    status: 303,
    description:
      'Redirect to `redirect_to` if allowed, else to the site, with a session or an error in the fragment, or with a `code` in the ' +
      'query if the flow uses PKCE.',
  })
  @AuthErrors({ 400: ['validation_failed'] })
  async follow(@Query() query: AuthInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    const type = text(query, 'type');
    const secret = text(query, 'token');
    if (type === undefined || secret === undefined) {
      throw new InvalidInputError('Verify requires a token and a type');
    }
    const { query: parameters, fragment } = await this.redirectFor(type, secret, request);
    const target = new URL(this.redirects.target(request));
    for (const [name, value] of parameters ?? []) target.searchParams.set(name, value);
    if (fragment) target.hash = fragment.toString();
    redirectTo(response, 303, target.href);
  }

  /**
   * PKCE clients read the query, so the target keeps its fragment, which may be a client-side route. Other clients read the fragment,
   * which is not sent to servers.
   */
  private async redirectFor(type: string, secret: string, request: Request): Promise<RedirectParts> {
    try {
      const outcome =
        type === 'email_change'
          ? await this.verifyEmailChange.verify({ secret }, { follow: true })
          : await this.verifyLink.follow(verifiable(type), secret, {
              acceptsTerms: text(request.query as AuthInput, 'accept_terms') === 'true',
            });
      if (outcome === 'first_confirmed') return emailChangePending(secret);
      return 'authCode' in outcome
        ? { query: new URLSearchParams({ code: outcome.authCode }) }
        : { fragment: sessionFragment(sessionResponse(outcome.session), type) };
    } catch (thrown) {
      const fragment = toErrorFragment(thrown, request, this.logger);
      return secret.startsWith(PKCE_PREFIX) ? { query: withoutMarker(fragment), fragment } : { fragment };
    }
  }
}

interface RedirectParts {
  query?: URLSearchParams;
  fragment?: URLSearchParams;
}

function emailChangePending(secret: string): RedirectParts {
  const fragment = new URLSearchParams({ message: EMAIL_CHANGE_HALF_CONFIRMED, sb: '' });
  return secret.startsWith(PKCE_PREFIX) ? { query: withoutMarker(fragment), fragment } : { fragment };
}

/** Either a token hash, or a code with the email address it was sent to. */
function emailToken(fields: AuthInput): LinkCredential {
  const secret = text(fields, 'token_hash');
  const code = text(fields, 'token');
  const email = text(fields, 'email');
  const phone = text(fields, 'phone');
  if (secret !== undefined) {
    if ([code, email, phone, text(fields, 'redirect_to')].some((extra) => extra !== undefined)) {
      throw new InvalidInputError('Only the token_hash and type should be provided');
    }
    return { secret };
  }
  if (code === undefined) throw new InvalidInputError('Verify requires either a token or a token hash');
  if ((email === undefined) === (phone === undefined)) {
    throw new InvalidInputError('Only an email address or phone number should be provided on verify');
  }
  // Phone codes have their own types, so a phone number can't match here, and neither can an overlong address.
  if (email === undefined || email.length > MAX_EMAIL_LENGTH) {
    throw new OtpExpiredError('Token has expired or is invalid');
  }
  return { email, code };
}

/** Payment links have no code, only a token hash. */
function requireSecret(token: LinkCredential): string {
  if ('secret' in token) return token.secret;
  throw new OtpExpiredError('Token has expired or is invalid');
}

function verifiable(type: string | undefined): VerifiableType {
  const known = VERIFIABLE_TYPES.find((candidate) => candidate === type);
  if (known) return known;
  if (type === 'sms' || type === 'phone_change') throw new OtpExpiredError();
  throw new InvalidInputError('Verify requires a verification type');
}
