import type {
  AccountDeletion,
  ScheduleDeletionRequest,
  ScheduledDeletion,
} from '@subscription-site/shared/contracts';
import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { ConfirmOwner } from '../../auth/index.js';
import { ScheduleDeletion } from './schedule-deletion.js';

const MAX_PASSWORD_LENGTH = 1000;

class ScheduleDeletionBody implements ScheduleDeletionRequest {
  @ApiPropertyOptional({
    example: 'correct horse',
    maxLength: MAX_PASSWORD_LENGTH,
    description: 'Required if the account has one. Wrong passwords count as failed sign-ins.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_PASSWORD_LENGTH)
  password?: string;
}

class ScheduledDeletionResponse implements ScheduledDeletion {
  @ApiProperty({ format: 'date-time', description: 'When the account will be deleted.' })
  scheduledFor: string;
}

class AccountDeletionResponse implements AccountDeletion {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the account will be deleted; null if no deletion is scheduled.',
  })
  scheduledFor: string | null;

  @ApiProperty({ description: 'Whether a deletion requires the password; otherwise, a recent sign-in.' })
  requiresPassword: boolean;
}

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/deletion')
export class DeletionController {
  constructor(
    private readonly confirmOwner: ConfirmOwner,
    private readonly scheduleDeletion: ScheduleDeletion,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Retrieve the scheduled deletion of the account' })
  @ApiOkResponse({ type: AccountDeletionResponse })
  @ApiErrors({ 401: ['unauthorized'] })
  async read(@CurrentCaller() { userId }: Caller): Promise<AccountDeletionResponse> {
    const scheduledFor = await this.scheduleDeletion.find(userId);
    return {
      scheduledFor: scheduledFor?.toISOString() ?? null,
      requiresPassword: await this.confirmOwner.requiresPassword(userId),
    };
  }

  @Post()
  @HttpCode(200)
  @LimitPerIp({ name: 'account-deletions', points: 30, seconds: 3600 })
  @ApiOperation({
    summary: 'Schedule the deletion of the account',
    description:
      'The plan is set to end with the current period, or ends at once if its payment is overdue. After 14 days, the plan ends and the account is deleted with everything stored about ' +
      'its owner, except what must be kept, for example for accounting. Without a password, the session must be at most 10 minutes old.',
  })
  @ApiOkResponse({ type: ScheduledDeletionResponse })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    403: ['insufficient_aal', 'reauthentication_needed'],
    422: ['validation_failed', 'wrong_password'],
  })
  async schedule(
    @CurrentCaller() caller: Caller,
    @Body() { password }: ScheduleDeletionBody,
  ): Promise<ScheduledDeletionResponse> {
    await this.confirmOwner.confirm(caller, password);
    return { scheduledFor: (await this.scheduleDeletion.schedule(caller.userId)).toISOString() };
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Undo the scheduled deletion of the account',
    description: 'Also resumes the plan if scheduling the deletion canceled it.',
  })
  @ApiNoContentResponse({ description: 'No deletion is scheduled.' })
  @ApiErrors({ 401: ['unauthorized'] })
  async undo(@CurrentCaller() { userId }: Caller): Promise<void> {
    await this.scheduleDeletion.undo(userId);
  }
}
