import { BILLING_INTERVALS, type BillingInterval } from '@subscription-site/shared/plans';
import type {
  CreateCheckoutSessionRequest,
  CreatePaymentIntentRequest,
  PrepareCheckoutRequest,
  ProcessPaymentRequest,
} from '@subscription-site/shared/contracts';
import { CAPTCHA_TOKEN } from '../../../platform/http/documentation.js';
import { TypedEmail } from '../../../platform/http/request-fields.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Length, Max, MaxLength, Min } from 'class-validator';

const AMOUNT = {
  type: 'integer',
  example: 4900,
  minimum: 1,
  maximum: 100_000_000,
  description: 'In cents. Only checked against the price list, which determines the amount charged.',
} as const;
const PLAN = {
  example: 'team',
  minLength: 1,
  maxLength: 50,
  description: '`team` or `growth`, case-insensitive.',
};
const INTERVAL = { enum: BILLING_INTERVALS };
const PASSWORD = { format: 'password', example: 'correct horse', maxLength: 1000 };

export class CreatePaymentIntentBody implements CreatePaymentIntentRequest {
  @ApiProperty(AMOUNT)
  @IsInt()
  @Min(1)
  @Max(100_000_000)
  amount: number;

  @ApiPropertyOptional(PLAN)
  @IsOptional()
  @IsString()
  @MaxLength(50)
  planName?: string;

  @ApiPropertyOptional(INTERVAL)
  @IsOptional()
  @IsIn(BILLING_INTERVALS)
  interval?: BillingInterval;
}

/** The buyer. All fields are optional with a bearer token. */
class BuyerBody {
  @ApiPropertyOptional({ format: 'email', example: 'ada@example.com', maxLength: 320 })
  @TypedEmail()
  @IsOptional()
  @IsString()
  @MaxLength(320)
  email?: string;

  @ApiPropertyOptional({
    example: 'Ada Lovelace',
    maxLength: 400,
    description: '1 to 100 characters after trimming, without links or `@`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(400)
  fullName?: string;

  @ApiPropertyOptional(PASSWORD)
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  password?: string;
}

class PlanBody extends BuyerBody {
  @ApiProperty(PLAN)
  @IsString()
  @Length(1, 50)
  planName: string;

  @ApiProperty(AMOUNT)
  @IsInt()
  @Min(1)
  @Max(100_000_000)
  amount: number;
}

export class PrepareCheckoutBody extends PlanBody implements PrepareCheckoutRequest {
  @ApiProperty({
    example: 'pi_…_secret_…',
    minLength: 1,
    maxLength: 500,
    description: 'From `create-payment-intent`. Verifies that the checkout belongs to the caller.',
  })
  @IsString()
  @Length(1, 500)
  clientSecret: string;

  @ApiPropertyOptional(CAPTCHA_TOKEN)
  @IsOptional()
  @IsString()
  @MaxLength(5000)
  captchaToken?: string;
}

export class ProcessPaymentBody extends PlanBody implements ProcessPaymentRequest {
  @ApiProperty({ example: 'pi_…', minLength: 1, maxLength: 255 })
  @IsString()
  @Length(1, 255)
  paymentIntentId: string;
}

export class CheckSubscriptionBody {
  @ApiPropertyOptional({
    example: 'cs_…',
    minLength: 1,
    maxLength: 255,
    description: "From the hosted page's return URL.",
  })
  @IsOptional()
  @IsString()
  @Length(1, 255)
  session_id?: string;
}

export class CreateCheckoutSessionBody implements CreateCheckoutSessionRequest {
  @ApiProperty(PLAN)
  @IsString()
  @Length(1, 50)
  planName: string;

  @ApiPropertyOptional(INTERVAL)
  @IsOptional()
  @IsIn(BILLING_INTERVALS)
  interval?: BillingInterval;
}
