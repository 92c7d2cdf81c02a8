import { emailProblem } from '@subscription-site/shared/email-address';
import type { CorrectWelcomeEmailRequest, WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { TypedEmail } from '../../../platform/http/request-fields.js';
import { ValidationError } from '../../../platform/domain-error.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { OwnWelcomeEmail } from './own-welcome-email.js';

class CorrectWelcomeEmailBody implements CorrectWelcomeEmailRequest {
  @ApiProperty({ format: 'email', example: 'ada@example.com', maxLength: 254 })
  @TypedEmail()
  @IsString()
  @Length(3, 254)
  email: string;
}

class WelcomeEmailStatusResponse implements WelcomeEmailStatus {
  @ApiProperty({ format: 'email', description: "The account's address." })
  email: string;

  @ApiProperty({
    enum: ['pending', 'sent', 'failed'],
    description: '`pending` until the mail server has accepted it.',
  })
  delivery: WelcomeEmailStatus['delivery'];

  @ApiProperty({ description: 'Whether the address can be corrected: once, while it is unconfirmed.' })
  correctable: boolean;
}

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/welcome-email')
export class OwnWelcomeEmailController {
  constructor(private readonly welcomeEmail: OwnWelcomeEmail) {}

  @Get()
  @ApiOperation({ summary: "Retrieve the delivery status of the caller's welcome email" })
  @ApiOkResponse({ type: WelcomeEmailStatusResponse })
  @ApiErrors({ 401: ['unauthorized'], 404: ['not_found'] })
  status(@CurrentCaller() { userId }: Caller): Promise<WelcomeEmailStatusResponse> {
    return this.welcomeEmail.status(userId);
  }

  @Post('resend')
  @HttpCode(202)
  @ApiOperation({
    summary: "Resend the caller's welcome email",
    description:
      'Does nothing while the latest one is pending. Limited to 5 calls per hour, including corrections.',
  })
  @ApiAcceptedResponse({ type: WelcomeEmailStatusResponse })
  @ApiErrors({ 401: ['unauthorized'], 404: ['not_found'] })
  resend(@CurrentCaller() { userId }: Caller): Promise<WelcomeEmailStatusResponse> {
    return this.welcomeEmail.resend(userId);
  }

  @Post('correct')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Correct the address entered at checkout and send the welcome email to it',
    description:
      'Works once, while the address is unconfirmed. Links in earlier emails no longer work; sessions and password stay valid.',
  })
  @ApiAcceptedResponse({ type: WelcomeEmailStatusResponse })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['email_not_replayable'],
    422: ['validation_failed', 'email_exists'],
  })
  async correct(
    @CurrentCaller() { userId }: Caller,
    @Body() { email }: CorrectWelcomeEmailBody,
  ): Promise<WelcomeEmailStatusResponse> {
    const problem = emailProblem(email);
    if (problem) throw new ValidationError([{ field: 'email', message: problem }]);
    return this.welcomeEmail.correct(userId, email);
  }
}
