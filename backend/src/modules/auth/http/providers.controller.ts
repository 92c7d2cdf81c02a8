import { Body, Get, HttpCode, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { SignInWithOAuth, type PendingFlow } from '../application/providers/sign-in-with-oauth.js';
import { OAuthFlow } from '../application/providers/oauth-flow.js';
import { CallbackBody, ProviderQuery } from './wire/provider-documents.js';
import { providerAnswer, authorizationRequest } from './wire/provider-input.js';
import { errorFragmentOf } from './wire/error-fragment.js';
import { CallbackErrorFilter } from './wire/callback-error.filter.js';
import { callbackTarget, errorTarget } from './wire/callback-targets.js';
import { AuthorizeErrorFilter } from './wire/authorize-error.filter.js';
import { Redirects } from './wire/redirects.js';
import { clearFlowCookie, readFlowCookie, setFlowCookie } from './wire/flow-cookie.js';
import { WireErrors } from './wire/wire-documentation.js';
import type { WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';
import { redirectTo } from './wire/redirect-to.js';

const ENDS = {
  description:
    'To the page that was asked for: with a session in the fragment, with a `code` in the query for a client that asked with a ' +
    'code challenge, or with an error in both.',
};

/** Signing in with an external account. A browser walks through these; no client calls them. */
@WireController('Sign-in elsewhere')
export class ProvidersController {
  constructor(
    private readonly flows: OAuthFlow,
    private readonly signIn: SignInWithOAuth,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  @Get('authorize')
  @UseFilters(AuthorizeErrorFilter)
  @LimitPerAddress(WIRE_LIMITS.authorize)
  @ApiOperation({
    summary: 'Leave for a provider',
    description:
      'Other parameters are passed on to the provider. The browser is expected back within five minutes. When it cannot leave, it is ' +
      'led to `redirect_to` with an error in query and fragment; what is wrong with the parameters themselves is answered as it is.',
  })
  @ProviderQuery()
  @ApiQuery({
    name: 'skip_http_redirect',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Of a program: answer every refusal as it is.',
  })
  @ApiResponse({ status: 302, description: 'To the provider, or back when it cannot be left for.' })
  @WireErrors({ 400: ['validation_failed'] })
  async authorize(
    @Query() query: WireInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const begun = await this.flows.start({
      ...authorizationRequest(query),
      redirectTo: this.redirects.requested(request),
      sessionId: null,
    });
    setFlowCookie(response, begun, this.secure);
    redirectTo(response, 302, begun.address);
  }

  @Get('callback')
  @UseFilters(CallbackErrorFilter)
  @LimitPerAddress(WIRE_LIMITS.callback)
  @ApiOperation({ summary: 'Come back from a provider' })
  @ApiQuery({ name: 'code', required: false, schema: { type: 'string', example: '4/0Ab…' } })
  @ApiQuery({ name: 'state', required: false, schema: { type: 'string', format: 'uuid' } })
  @ApiQuery({ name: 'error', required: false, schema: { type: 'string', example: 'access_denied' } })
  @ApiResponse({ status: 302, ...ENDS })
  @ApiResponse({
    status: 303,
    description:
      'To the site, for a state that nobody was given or that is too old; with an error in the query.',
  })
  @WireErrors()
  callback(@Query() query: WireInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.end(providerAnswer(query), request, response);
  }

  @Post('callback')
  @UseFilters(CallbackErrorFilter)
  @HttpCode(302)
  @LimitPerAddress(WIRE_LIMITS.callback)
  @ApiOperation({ summary: 'Come back from a provider that answers with a form' })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: CallbackBody })
  @ApiResponse({ status: 302, ...ENDS })
  @ApiResponse({
    status: 303,
    description:
      'To the site, for a state that nobody was given or that is too old; with an error in the query.',
  })
  @WireErrors({ 400: ['bad_json'] })
  callbackByForm(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.end(providerAnswer(body), request, response);
  }

  private async end(answer: URLSearchParams, request: Request, response: Response): Promise<void> {
    const flow = await this.signIn.findFlow(answer, (state) => readFlowCookie(request, state));
    clearFlowCookie(response, flow.flow.id, this.secure);
    redirectTo(response, 302, await this.ending(flow, answer, request));
  }

  private async ending(flow: PendingFlow, answer: URLSearchParams, request: Request): Promise<string> {
    const target = flow.flow.redirectTo ?? this.settings.siteUrl;
    try {
      return callbackTarget(target, await this.signIn.complete(flow, answer));
    } catch (thrown) {
      return errorTarget(target, errorFragmentOf(thrown, request, this.logger));
    }
  }

  private get secure(): boolean {
    return this.settings.siteUrl.startsWith('https://');
  }
}
