import { Body, Get, HttpCode, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiResponse,
} from '@nestjs/swagger';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import type { Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { SignInWithSso, type SsoRequest } from '../application/sso/sign-in-with-sso.js';
import { InvalidInputError } from '../domain/auth-errors.js';
import { CallbackErrorFilter } from './wire/callback-error.filter.js';
import { callbackTarget, errorTarget } from './wire/callback-targets.js';
import { ProviderAddressDocument } from './wire/provider-documents.js';
import { errorFragmentOf } from './wire/error-fragment.js';
import { Redirects } from './wire/redirects.js';
import { AssertionBody, SsoBody } from './wire/sso-documents.js';
import { clearFlowCookie, readFlowCookie, setFlowCookie } from './wire/flow-cookie.js';
import { WireErrors } from './wire/wire-documentation.js';
import { codeChallenge, fieldsOf, flag, text, type WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';
import { redirectTo } from './wire/redirect-to.js';

const LEAVE = 'sso/saml/leave';
const ACS = 'sso/saml/acs';
const FLOW_NOT_FOUND = {
  status: 303,
  description: 'To the site, for a visit that is lost; with an error in the query.',
};

/** Signing in by a company's identity provider. */
@WireController('Single sign-on')
export class SsoController {
  constructor(
    private readonly signIn: SignInWithSso,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  @Post('sso')
  @HttpCode(200)
  @LimitPerAddress(WIRE_LIMITS.sso)
  @ApiOperation({ summary: 'Begin to sign in by the directory of a company' })
  @ApiBody({ type: SsoBody })
  @ApiOkResponse({ type: ProviderAddressDocument })
  @ApiResponse({ status: 303, description: 'To the directory, without `skip_http_redirect`.' })
  @WireErrors({
    400: ['validation_failed', 'bad_json'],
    404: ['saml_provider_disabled', 'sso_provider_not_found', 'sso_provider_disabled'],
  })
  async begin(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.signIn.assertOn();
    const fields = fieldsOf(body);
    const visit = await this.signIn.begin({
      by: directory(fields),
      redirectTo: this.redirects.requested(request, text(fields, 'redirect_to')),
      codeChallenge: codeChallenge(fields),
    });
    const url = `${this.settings.siteUrl}${AUTH_PATH}/${LEAVE}?visit=${visit}`;
    if (flag(fields, 'skip_http_redirect')) response.json({ url });
    else redirectTo(response, 303, url);
  }

  @Get(LEAVE)
  @UseFilters(CallbackErrorFilter)
  @LimitPerAddress(WIRE_LIMITS.sso)
  @ApiOperation({ summary: 'Leave for the directory, once' })
  @ApiQuery({ name: 'visit', schema: { type: 'string', format: 'uuid' } })
  @ApiResponse({ status: 302, description: 'To the directory.' })
  @ApiResponse(FLOW_NOT_FOUND)
  @WireErrors()
  async redirect(@Query() query: WireInput, @Res() response: Response): Promise<void> {
    const visit = text(query, 'visit') ?? '';
    const { address, browserSecret } = await this.signIn.redirect(visit);
    setFlowCookie(response, { state: visit, browserSecret, usesFormPost: true }, this.secure, `/${ACS}`);
    redirectTo(response, 302, address);
  }

  @Post(ACS)
  @UseFilters(CallbackErrorFilter)
  @HttpCode(302)
  @LimitPerAddress(WIRE_LIMITS.callback)
  @ApiOperation({ summary: 'Come back from the directory' })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: AssertionBody })
  @ApiResponse({
    status: 302,
    description:
      'To the page that was asked for: with a session in the fragment, with a `code` in the query for a client that asked with ' +
      'a code challenge, or with an error in both.',
  })
  @ApiResponse(FLOW_NOT_FOUND)
  @WireErrors({ 400: ['bad_json'] })
  async acs(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { RelayState: relayState, SAMLResponse: answer } = formFields(body);
    const flow = await this.signIn.findFlow(relayState, readFlowCookie(request, relayState));
    clearFlowCookie(response, relayState, this.secure, `/${ACS}`);
    const target = flow.redirectTo ?? this.settings.siteUrl;
    try {
      redirectTo(response, 302, callbackTarget(target, await this.signIn.complete(flow, answer)));
    } catch (thrown) {
      redirectTo(response, 302, errorTarget(target, errorFragmentOf(thrown, request, this.logger)));
    }
  }

  @Get('sso/saml/metadata')
  @ApiOperation({ summary: 'What a directory has to know of this installation' })
  @ApiProduces('application/xml')
  @ApiOkResponse({ description: 'SAML metadata.', schema: { type: 'string' } })
  @WireErrors({ 404: ['saml_provider_disabled'] })
  async metadata(@Res() response: Response): Promise<void> {
    const metadata = await this.signIn.ownMetadata();
    response.type('application/xml').send(metadata);
  }

  private get secure(): boolean {
    return this.settings.siteUrl.startsWith('https://');
  }
}

function directory(fields: WireInput): SsoRequest['by'] {
  const providerId = text(fields, 'provider_id');
  const domain = text(fields, 'domain');
  if (providerId !== undefined && domain === undefined) return { providerId };
  if (providerId === undefined && domain !== undefined) return { domain };
  throw new InvalidInputError('Only one of provider_id or domain must be set');
}

function formFields(body: unknown): { RelayState: string; SAMLResponse: string } {
  const fields = typeof body === 'object' && body !== null ? (body as WireInput) : {};
  const field = (name: string): string => (typeof fields[name] === 'string' ? (fields[name] as string) : '');
  return { RelayState: field('RelayState'), SAMLResponse: field('SAMLResponse') };
}
