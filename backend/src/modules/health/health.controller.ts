import { Controller, Get, Res } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIGURATION_WARNINGS } from '../../platform/logging/configuration-warnings.js';
import { VERSION } from '../../platform/config/version.js';
import { ApiErrors } from '../../platform/http/documentation.js';
import { PublicRoute } from '../../platform/security/access.js';
import { LimitPerIp } from '../../platform/security/rate-limit.guard.js';
import { Readiness, type ReadinessReport } from './readiness.js';

class LiveResponse {
  @ApiProperty({ enum: ['live'] })
  status: 'live';

  @ApiProperty({ example: VERSION, description: 'The version that is running.' })
  version: string;
}

class ReadyResponse implements ReadinessReport {
  @ApiProperty({ enum: ['ready', 'not_ready'] })
  status: 'ready' | 'not_ready';

  @ApiProperty({
    example: { database: 'up', redis: 'up' },
    description: 'Status of each dependency: `up`, `read_only` (it rejects writes) or `down`.',
  })
  parts: ReadinessReport['parts'];

  @ApiProperty({
    enum: CONFIGURATION_WARNINGS,
    isArray: true,
    description: 'Configuration problems noticed so far. The log says which setting to change.',
  })
  warnings: ReadinessReport['warnings'];
}

@ApiTags('health')
@ApiErrors()
@PublicRoute()
@LimitPerIp({ name: 'health', points: 6000, seconds: 60 })
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({ summary: 'Check liveness' })
  @ApiOkResponse({ type: LiveResponse })
  live(): LiveResponse {
    return { status: 'live', version: VERSION };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Check readiness and dependencies' })
  @ApiOkResponse({ type: ReadyResponse })
  @ApiServiceUnavailableResponse({
    type: ReadyResponse,
    description: 'The database is unavailable, or the process is shutting down.',
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadyResponse> {
    const report = await this.readiness.report();
    response.status(report.status === 'ready' ? 200 : 503);
    return report;
  }
}
