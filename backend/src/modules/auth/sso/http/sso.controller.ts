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
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import { CallbackErrorFilter } from '../../oauth/http/callback-error.filter.js';
import { callbackTarget, errorTarget } from '../../oauth/http/callback-targets.js';
import { clearFlowCookie, readFlowCookie, setFlowCookie } from '../../oauth/http/flow-cookie.js';
import { AuthorizationUrlDocument } from '../../oauth/http/provider-documents.js';
import { codeChallenge } from '../../pkce/code-challenge-input.js';
import { toErrorFragment } from '../../protocol/error-fragment.js';
import { RejectHead } from '../../protocol/reject-head.js';
import { Redirects, redirectTo } from '../../protocol/redirects.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import { readFields, flag, text, type AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import { SignInWithSso, type SsoRequest } from '../sign-in-with-sso.js';
import { AssertionBody, SsoBody } from './sso-documents.js';

const REDIRECT = 'sso/saml/leave';
const ACS = 'sso/saml/acs';
const FLOW_NOT_FOUND = {
  status: 303,
  description: 'Redirect to the site with an error in the query if the flow is unknown or expired.',
};

/** SAML sign-in with a company's identity provider. */
@AuthController('SSO')
export class SsoController {
  constructor(
    private readonly signIn: SignInWithSso,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  @Post('sso')
  @HttpCode(200)
  @LimitPerIp(AUTH_LIMITS.sso)
  @ApiOperation({ summary: 'Start signing in with SSO' })
  @ApiBody({ type: SsoBody })
  @ApiOkResponse({ type: AuthorizationUrlDocument })
  @ApiResponse({
    status: 303,
    description: 'Redirect to the identity provider, unless `skip_http_redirect` is set.',
  })
  @AuthErrors({
    400: ['validation_failed', 'bad_json'],
    404: ['saml_provider_disabled', 'sso_provider_not_found', 'sso_provider_disabled'],
  })
  async begin(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.signIn.assertEnabled();
    const fields = readFields(body);
    const flowId = await this.signIn.begin({
      lookup: connection(fields),
      redirectTo: this.redirects.requested(request, text(fields, 'redirect_to')),
      codeChallenge: codeChallenge(fields),
    });
    const url = `${this.settings.siteUrl}${AUTH_PATH}/${REDIRECT}?visit=${flowId}`;
    if (flag(fields, 'skip_http_redirect')) response.json({ url });
    else redirectTo(response, 303, url);
  }

  @Get(REDIRECT)
  @RejectHead('GET')
  @UseFilters(CallbackErrorFilter)
  @LimitPerIp(AUTH_LIMITS.sso)
  @ApiOperation({ summary: 'Redirect to the identity provider; works once' })
  @ApiQuery({ name: 'visit', schema: { type: 'string', format: 'uuid' } })
  @ApiResponse({ status: 302, description: 'Redirect to the identity provider.' })
  @ApiResponse(FLOW_NOT_FOUND)
  @AuthErrors()
  async redirect(@Query() query: AuthInput, @Res() response: Response): Promise<void> {
    const flowId = text(query, 'visit') ?? '';
    const { url, browserSecret } = await this.signIn.redirect(flowId);
    setFlowCookie(response, { state: flowId, browserSecret, usesFormPost: true }, this.secure, `/${ACS}`);
    redirectTo(response, 302, url);
  }

  @Post(ACS)
  @UseFilters(CallbackErrorFilter)
  @HttpCode(302)
  @LimitPerIp(AUTH_LIMITS.callback)
  @ApiOperation({ summary: 'Handle the SAML response (assertion consumer service)' })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: AssertionBody })
  @ApiResponse({
    status: 302,
    description:
      'Redirect to the requested page with a session in the fragment, with a `code` in the query if the flow uses PKCE, or with an ' +
      'error in both.',
  })
  @ApiResponse(FLOW_NOT_FOUND)
  @AuthErrors({ 400: ['bad_json'] })
  async acs(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { RelayState: relayState, SAMLResponse: samlResponse } = formFields(body);
    const flow = await this.signIn.consumeFlow(relayState, readFlowCookie(request, relayState));
    clearFlowCookie(response, relayState, this.secure, `/${ACS}`);
    const target = flow.redirectTo ?? this.settings.siteUrl;
    try {
      redirectTo(response, 302, callbackTarget(target, await this.signIn.complete(flow, samlResponse)));
    } catch (thrown) {
      redirectTo(response, 302, errorTarget(target, toErrorFragment(thrown, request, this.logger)));
    }
  }

  @Get('sso/saml/metadata')
  @ApiOperation({ summary: 'Retrieve the SAML service provider metadata' })
  @ApiProduces('application/xml')
  @ApiOkResponse({ description: 'SAML metadata.', schema: { type: 'string' } })
  @AuthErrors({ 404: ['saml_provider_disabled'] })
  async metadata(@Res() response: Response): Promise<void> {
    const metadata = await this.signIn.serviceProviderMetadata();
    response.type('application/xml').send(metadata);
  }

  private get secure(): boolean {
    return this.settings.siteUrl.startsWith('https://');
  }
}

function connection(fields: AuthInput): SsoRequest['lookup'] {
  const providerId = text(fields, 'provider_id');
  const domain = text(fields, 'domain');
  if (providerId !== undefined && domain === undefined) return { providerId };
  if (providerId === undefined && domain !== undefined) return { domain };
  throw new InvalidInputError('Only one of provider_id or domain must be set');
}

function formFields(body: unknown): { RelayState: string; SAMLResponse: string } {
  const fields = typeof body === 'object' && body !== null ? (body as AuthInput) : {};
  const field = (name: string): string => (typeof fields[name] === 'string' ? (fields[name] as string) : '');
  return { RelayState: field('RelayState'), SAMLResponse: field('SAMLResponse') };
}
