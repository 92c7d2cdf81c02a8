import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsInt, IsISO8601, IsOptional, Max, Min } from 'class-validator';
import { ApiErrors } from '../../platform/http/documentation.js';
import { PublicRoute } from '../../platform/security/access.js';
import { AdvanceClock } from './advance-clock.js';

const MAX_SECONDS = 10 * 366 * 86_400;

class AdvanceClockBody {
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_SECONDS, example: 2_678_400 })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_SECONDS)
  advanceSeconds?: number;

  @ApiPropertyOptional({ format: 'date-time', description: 'A later time. Instead of `advanceSeconds`.' })
  @IsOptional()
  @IsISO8601({ strict: true })
  advanceTo?: string;
}

class ClockResponse {
  @ApiProperty({ format: 'date-time', description: "The product's time." })
  now: string;

  @ApiProperty({ type: 'integer', description: 'Seconds ahead of the real time.' })
  offsetSeconds: number;
}

@ApiTags('development')
@PublicRoute()
@Controller('dev/clock')
export class AdvanceClockController {
  constructor(private readonly advanceClock: AdvanceClock) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Advance the clocks of the product and the payment sandbox' })
  @ApiOkResponse({ type: ClockResponse })
  @ApiErrors({ 422: ['validation_failed'], 503: ['service_unavailable'] })
  async advance(@Body() { advanceSeconds, advanceTo }: AdvanceClockBody): Promise<ClockResponse> {
    const { now, offsetSeconds } = await this.advanceClock.advance({
      seconds: advanceSeconds,
      to: advanceTo === undefined ? undefined : new Date(advanceTo),
    });
    return { now: now.toISOString(), offsetSeconds };
  }
}
