import { Body, Get, HttpCode, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { LimitPerIp } from '../../../../platform/security/rate-limit.guard.js';
import { toErrorFragment } from '../../protocol/error-fragment.js';
import { RejectHead } from '../../protocol/reject-head.js';
import { Redirects, redirectTo } from '../../protocol/redirects.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import type { AuthInput } from '../../protocol/auth-input.js';
import { AUTH_LIMITS, AuthController } from '../../protocol/auth-routes.js';
import { OAuthFlow } from '../oauth-flow.js';
import { SignInWithOAuth, type PendingFlow } from '../sign-in-with-oauth.js';
import { AuthorizeErrorFilter } from './authorize-error.filter.js';
import { CallbackErrorFilter } from './callback-error.filter.js';
import { callbackTarget, errorTarget } from './callback-targets.js';
import { clearFlowCookie, readFlowCookie, setFlowCookie } from './flow-cookie.js';
import { CallbackBody, ProviderQuery } from './provider-documents.js';
import { callbackParameters, authorizationRequest } from './provider-input.js';

const TARGET = {
  description:
    'Redirect to the requested page with a session in the fragment, with a `code` in the query if the flow uses PKCE, or with an ' +
    'error in both.',
};

/** OAuth sign-in. Browsers navigate to these routes; client libraries don't call them. */
@AuthController('OAuth')
export class ProvidersController {
  constructor(
    private readonly flows: OAuthFlow,
    private readonly signIn: SignInWithOAuth,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  @Get('authorize')
  @RejectHead('GET')
  @UseFilters(AuthorizeErrorFilter)
  @LimitPerIp(AUTH_LIMITS.authorize)
  @ApiOperation({
    summary: 'Redirect to a provider to sign in',
    description:
      'Additional parameters are passed to the provider. The flow expires after five minutes. Errors redirect to `redirect_to` with the ' +
      'error in the query and the fragment; invalid parameters are reported as JSON.',
  })
  @ProviderQuery()
  @ApiQuery({
    name: 'skip_http_redirect',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Return all errors as JSON instead of redirecting.',
  })
  @ApiResponse({ status: 302, description: 'Redirect to the provider, or to `redirect_to` with an error.' })
  @AuthErrors({ 400: ['validation_failed'] })
  async authorize(
    @Query() query: AuthInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const flow = await this.flows.start({
      ...authorizationRequest(query),
      redirectTo: this.redirects.requested(request),
      sessionId: null,
    });
    setFlowCookie(response, flow, this.secure);
    redirectTo(response, 302, flow.url);
  }

  @Get('callback')
  @RejectHead('GET', 'POST')
  @UseFilters(CallbackErrorFilter)
  @LimitPerIp(AUTH_LIMITS.callback)
  @ApiOperation({ summary: 'Handle a provider callback' })
  @ApiQuery({ name: 'code', required: false, schema: { type: 'string', example: '4/0Ab…' } })
  @ApiQuery({ name: 'state', required: false, schema: { type: 'string', format: 'uuid' } })
  @ApiQuery({ name: 'error', required: false, schema: { type: 'string', example: 'access_denied' } })
  @ApiResponse({ status: 302, ...TARGET })
  @ApiResponse({
    status: 303,
    description: 'Redirect to the site with an error in the query if the state is unknown or expired.',
  })
  @AuthErrors()
  callback(@Query() query: AuthInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.complete(callbackParameters(query), request, response);
  }

  @Post('callback')
  @UseFilters(CallbackErrorFilter)
  @HttpCode(302)
  @LimitPerIp(AUTH_LIMITS.callback)
  @ApiOperation({ summary: 'Handle a provider callback sent as a form post' })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: CallbackBody })
  @ApiResponse({ status: 302, ...TARGET })
  @ApiResponse({
    status: 303,
    description: 'Redirect to the site with an error in the query if the state is unknown or expired.',
  })
  @AuthErrors({ 400: ['bad_json'] })
  callbackByForm(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.complete(callbackParameters(body), request, response);
  }

  private async complete(callback: URLSearchParams, request: Request, response: Response): Promise<void> {
    const pending = await this.signIn.consumeFlow(callback, (state) => readFlowCookie(request, state));
    clearFlowCookie(response, pending.flow.id, this.secure);
    redirectTo(response, 302, await this.resolveTarget(pending, callback, request));
  }

  private async resolveTarget(
    pending: PendingFlow,
    callback: URLSearchParams,
    request: Request,
  ): Promise<string> {
    const target = pending.flow.redirectTo ?? this.settings.siteUrl;
    try {
      return callbackTarget(target, await this.signIn.complete(pending, callback));
    } catch (thrown) {
      return errorTarget(target, toErrorFragment(thrown, request, this.logger));
    }
  }

  private get secure(): boolean {
    return this.settings.siteUrl.startsWith('https://');
  }
}
