import { Get, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import type { Response } from 'express';
import { ServiceRoleGuard } from '../../access/http/service-role.guard.js';
import { AuthErrors } from '../../protocol/auth-documentation.js';
import type { AuthInput } from '../../protocol/auth-input.js';
import { AuthController } from '../../protocol/auth-routes.js';
import { ReadAuditLog } from '../read-audit-log.js';
import { AuditEntryDocument, auditEntryResponse, auditSearch } from './audit-documents.js';
import { pagingHeaders } from './paging-headers.js';
import { pagination } from './user-input.js';

@AuthController('Admin: audit log')
@UseGuards(ServiceRoleGuard)
@ApiBearerAuth('session')
export class AdminAuditController {
  constructor(private readonly readAuditLog: ReadAuditLog) {}

  @Get('admin/audit')
  @ApiOperation({
    summary: 'List audit log entries, newest first',
    description: 'The total number of entries is in `X-Total-Count`, links to other pages are in `Link`.',
  })
  @ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } })
  @ApiQuery({ name: 'per_page', required: false, schema: { type: 'integer', minimum: 1, default: 50 } })
  @ApiQuery({
    name: 'query',
    required: false,
    type: String,
    example: 'author:ada@example.com',
    description:
      '`author:` with part of an email or phone number, or a user ID; `action:` or `type:` with part of the value.',
  })
  @ApiOkResponse({ type: [AuditEntryDocument] })
  @AuthErrors({ 400: ['validation_failed'], 401: ['no_authorization'], 403: ['not_admin', 'bad_jwt'] })
  async list(
    @Query() query: AuthInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEntryDocument[]> {
    const paging = pagination(query);
    const search = auditSearch(query);
    const { entries, total } = await this.readAuditLog.read(search, paging);
    const searchQuery = typeof query.query === 'string' ? query.query : '';
    response.set(pagingHeaders(`${AUTH_PATH}/admin/audit`, { ...paging, total }, { query: searchQuery }));
    return entries.map(auditEntryResponse);
  }
}
