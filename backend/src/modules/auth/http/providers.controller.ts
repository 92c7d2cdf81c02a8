import { Body, Get, HttpCode, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { SignInElsewhere, type Visit } from '../application/providers/sign-in-elsewhere.js';
import { VisitProvider } from '../application/providers/visit-provider.js';
import { ProviderAnswerBody, ProviderQuery } from './wire/provider-documents.js';
import { providerAnswer, visitWish } from './wire/provider-input.js';
import { refusalFragment } from './wire/refusal-fragment.js';
import { ArrivalErrorFilter } from './wire/arrival-error.filter.js';
import { targetOfArrival, targetOfRefusal } from './wire/arrivals.js';
import { DepartureErrorFilter } from './wire/departure-error.filter.js';
import { Redirects } from './wire/redirects.js';
import { clearVisitCookie, readVisitCookie, setVisitCookie } from './wire/visit-cookie.js';
import { WireRefuses } from './wire/wire-documentation.js';
import type { WireInput } from './wire/wire-input.js';
import { WIRE_LIMITS, WireController } from './wire/wire-routes.js';

const ENDS = {
  description:
    'To the page that was asked for: with a session in the fragment, with a `code` in the query for a client that asked with a ' +
    'code challenge, or with an error in both.',
};

/** Signing in with an account elsewhere. A browser walks through these; no client calls them. */
@WireController('Sign-in elsewhere')
export class ProvidersController {
  constructor(
    private readonly visits: VisitProvider,
    private readonly signIn: SignInElsewhere,
    private readonly redirects: Redirects,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  @Get('authorize')
  @UseFilters(DepartureErrorFilter)
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
  @WireRefuses({ 400: ['validation_failed'] })
  async leave(@Query() query: WireInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    const begun = await this.visits.begin({
      ...visitWish(query),
      redirectTo: this.redirects.wished(request),
      sessionId: null,
    });
    setVisitCookie(response, begun, this.secure);
    response.redirect(302, begun.address);
  }

  @Get('callback')
  @UseFilters(ArrivalErrorFilter)
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
  @WireRefuses()
  comeBack(@Query() query: WireInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.end(providerAnswer(query), request, response);
  }

  @Post('callback')
  @UseFilters(ArrivalErrorFilter)
  @HttpCode(302)
  @LimitPerAddress(WIRE_LIMITS.callback)
  @ApiOperation({ summary: 'Come back from a provider that answers with a form' })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: ProviderAnswerBody })
  @ApiResponse({ status: 302, ...ENDS })
  @ApiResponse({
    status: 303,
    description:
      'To the site, for a state that nobody was given or that is too old; with an error in the query.',
  })
  @WireRefuses({ 400: ['bad_json'] })
  comeBackByForm(@Body() body: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.end(providerAnswer(body), request, response);
  }

  private async end(answer: URLSearchParams, request: Request, response: Response): Promise<void> {
    const visit = await this.signIn.visitOf(answer, (state) => readVisitCookie(request, state));
    clearVisitCookie(response, visit.flow.id, this.secure);
    response.redirect(302, await this.ending(visit, answer, request));
  }

  private async ending(visit: Visit, answer: URLSearchParams, request: Request): Promise<string> {
    const target = visit.flow.redirectTo ?? this.settings.siteUrl;
    try {
      return targetOfArrival(target, await this.signIn.arrive(visit, answer));
    } catch (thrown) {
      return targetOfRefusal(target, refusalFragment(thrown, request, this.logger));
    }
  }

  private get secure(): boolean {
    return this.settings.siteUrl.startsWith('https://');
  }
}
