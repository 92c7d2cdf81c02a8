import { BILLING_INTERVALS, type BillingInterval } from '@subscription-site/shared/plans';
import type {
  CreateCheckoutSessionRequest,
  CreatePaymentIntentRequest,
  PrepareCheckoutRequest,
  ProcessPaymentRequest,
} from '@subscription-site/shared/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Length, Max, MaxLength, Min } from 'class-validator';

const AMOUNT = {
  example: 4900,
  minimum: 1,
  description: 'In cents. Compared with the price list, never used.',
};
const PLAN = { example: 'team', maxLength: 50, description: '`team` or `growth`, in any case.' };
const INTERVAL = { enum: BILLING_INTERVALS };
const PASSWORD = { format: 'password', maxLength: 1000 };

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

/** Who buys. With a bearer token all three may be absent. */
class BuyerBody {
  @ApiPropertyOptional({ format: 'email', maxLength: 320 })
  @IsOptional()
  @IsString()
  @MaxLength(320)
  email?: string;

  @ApiPropertyOptional({ maxLength: 400, description: '1 to 100 characters, without links or `@`.' })
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
    maxLength: 500,
    description: "Proves that the checkout is the caller's own.",
  })
  @IsString()
  @Length(1, 500)
  clientSecret: string;

  @ApiPropertyOptional({ description: 'Answer of the captcha, where one is configured.', maxLength: 5000 })
  @IsOptional()
  @IsString()
  @MaxLength(5000)
  captchaToken?: string;
}

export class ProcessPaymentBody extends PlanBody implements ProcessPaymentRequest {
  @ApiProperty({ example: 'pi_…', maxLength: 255 })
  @IsString()
  @Length(1, 255)
  paymentIntentId: string;
}

export class CheckSubscriptionBody {
  @ApiPropertyOptional({
    example: 'cs_…',
    maxLength: 255,
    description: 'From the address the hosted page returned to.',
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
