import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import type { AccountSession, AccountSessionList } from '@subscription-site/shared/contracts';
import { DomainError } from '../../../../platform/domain-error.js';
import { ApiErrors } from '../../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../../platform/security/access.js';
import { isUuid } from '../../protocol/auth-input.js';
import { ActiveSessions } from '../active-sessions.js';

class AccountSessionDocument implements AccountSession {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When tokens were last issued; the current time for the current session.',
  })
  lastUsedAt: string;
  @ApiProperty({ type: String, nullable: true, maxLength: 300 })
  userAgent: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Chrome on macOS',
    description: 'Null if unknown.',
  })
  device: string | null;
  @ApiProperty({ type: String, nullable: true, example: '203.0.113.7' })
  ipAddress: string | null;
  @ApiProperty({ description: 'Whether this is the session making the request.' })
  current: boolean;
  @ApiProperty({
    enum: ['aal1', 'aal2'],
    description: '`aal2` after verifying an MFA factor or signing in with a passkey.',
  })
  assurance: 'aal1' | 'aal2';
}

class AccountSessionListDocument implements AccountSessionList {
  @ApiProperty({ type: [AccountSessionDocument], maxItems: 100 })
  sessions: AccountSessionDocument[];
}

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1')
export class AccountSessionsController {
  constructor(private readonly activeSessions: ActiveSessions) {}

  @Get('sessions')
  @ApiOperation({ summary: "List the caller's sessions, most recently used first" })
  @ApiOkResponse({ type: AccountSessionListDocument })
  @ApiErrors({ 401: ['unauthorized'], 403: ['forbidden'] })
  async list(@CurrentCaller() caller: Caller): Promise<AccountSessionList> {
    const sessions = await this.activeSessions.list(caller);
    return {
      sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    };
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ApiOperation({
    summary: "Revoke one of the caller's sessions",
    description: 'Its tokens are rejected immediately. The current session can be revoked, too.',
  })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @ApiNoContentResponse({ description: 'Revoked.' })
  @ApiErrors({ 401: ['unauthorized'], 403: ['forbidden'], 404: ['session_not_found'] })
  async revoke(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    if (!isUuid(id)) throw new DomainError('not_found', 'session_not_found', 'Session not found.');
    await this.activeSessions.revoke(caller, id.toLowerCase());
  }
}
