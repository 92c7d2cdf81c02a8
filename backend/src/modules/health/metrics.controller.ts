import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../platform/config/settings.js';
import { DomainError } from '../../platform/domain-error.js';
import { ApiErrors } from '../../platform/http/documentation.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { PublicRoute } from '../../platform/security/access.js';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Without `METRICS_TOKEN`, only loopback clients may read metrics; with it, only clients that send the token. */
export function mayReadMetrics(
  token: string | undefined,
  client: { address: string | undefined; authorization: string | undefined; forwarded: boolean },
): boolean {
  if (token !== undefined) return constantTimeEqual(client.authorization ?? '', `Bearer ${token}`);
  return !client.forwarded && LOOPBACK.test(client.address ?? '');
}

function constantTimeEqual(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

@ApiTags('health')
@PublicRoute()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get Prometheus metrics (from loopback, or with METRICS_TOKEN)' })
  @ApiBearerAuth('metrics')
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'Prometheus text format.', schema: { type: 'string' } })
  @ApiErrors({ 403: ['forbidden'] })
  async read(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const allowed = mayReadMetrics(this.settings.metricsToken, {
      address: request.socket.remoteAddress,
      authorization: request.get('authorization'),
      forwarded: request.get('x-forwarded-for') !== undefined || request.get('forwarded') !== undefined,
    });
    if (!allowed) throw new DomainError('forbidden', 'forbidden', 'Metrics are available to operators only.');
    // Set last, because error responses are JSON.
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return this.metrics.registry.metrics();
  }
}
