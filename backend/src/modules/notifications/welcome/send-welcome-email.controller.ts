import type { SendWelcomeEmailRequest, SendWelcomeEmailResponse } from '@subscription-site/shared/contracts';
import type { SubscriptionTier } from '@subscription-site/shared/plans';
import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString, Length } from 'class-validator';
import { SupportsIdempotencyKey, ApiErrors } from '../../../platform/http/documentation.js';
import { Idempotency } from '../../../platform/http/idempotency.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { SendWelcomeEmail } from './send-welcome-email.js';

const TIERS = ['free', 'team', 'growth'] as const satisfies readonly SubscriptionTier[];

class SendWelcomeEmailBody implements SendWelcomeEmailRequest {
  @ApiProperty({
    format: 'email',
    example: 'ada@example.com',
    maxLength: 254,
    description: "The caller's own email address.",
  })
  @IsString()
  @Length(1, 254)
  email: string;

  @ApiProperty({
    example: 'Ada Lovelace',
    minLength: 1,
    maxLength: 254,
    description: "Ignored: the email uses the account's name.",
  })
  @IsString()
  @Length(1, 254)
  name: string;

  @ApiProperty({ description: 'Ignored: read from the account.' })
  @IsBoolean()
  isFreeTrial: boolean;

  @ApiProperty({ enum: TIERS, description: "Must match the account's plan." })
  @IsIn(TIERS)
  subscriptionTier: SubscriptionTier;
}

class SendWelcomeEmailResponseDto implements SendWelcomeEmailResponse {
  @ApiProperty({
    description:
      'False if this account already received the welcome email for this plan; no email is sent then.',
  })
  queued: boolean;

  @ApiProperty({ format: 'uuid' })
  emailId: string;
}

@ApiTags('functions')
@ApiBearerAuth('session')
@Controller('functions/v1')
export class SendWelcomeEmailController {
  constructor(private readonly sendWelcomeEmail: SendWelcomeEmail) {}

  @Post('send-welcome-email')
  @HttpCode(202)
  @UseInterceptors(Idempotency)
  @SupportsIdempotencyKey()
  @LimitPerIp({ name: 'send-welcome-email', points: 60, seconds: 3600 })
  @ApiOperation({ summary: "Send the caller's welcome email, once per account and plan" })
  @ApiAcceptedResponse({ type: SendWelcomeEmailResponseDto })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    403: ['forbidden'],
    409: ['idempotency_in_progress'],
    422: ['validation_failed', 'tier_mismatch', 'idempotency_key_reused'],
  })
  send(
    @CurrentCaller() { userId }: Caller,
    @Body() body: SendWelcomeEmailBody,
  ): Promise<SendWelcomeEmailResponseDto> {
    return this.sendWelcomeEmail.send(userId, body);
  }
}
