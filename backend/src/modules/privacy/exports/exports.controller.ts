import {
  DATA_EXPORT_STATUSES,
  type DataExport,
  type DataExportList,
  type DataExportStatus,
} from '@subscription-site/shared/contracts';
import { Controller, Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsString, IsUUID, MaxLength } from 'class-validator';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, PublicRoute, type Caller } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { ConfirmOwner } from '../../auth/index.js';
import { DownloadExport } from './download-export.js';
import { ExportLinks } from './export-links.js';
import { RequestExport } from './request-export.js';

class ExportParams {
  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  id: string;
}

class DownloadQuery {
  @ApiProperty({
    description: 'From `downloadPath`.',
    maxLength: 200,
    example: '0190b5a0-0000-7000-8000-000000000001.…',
  })
  @IsString()
  @MaxLength(200)
  token: string;
}

class DataExportResponse implements DataExport {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: DATA_EXPORT_STATUSES })
  status: DataExportStatus;
  @ApiProperty({ format: 'date-time' })
  requestedAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it will be deleted.' })
  expiresAt: string | null;
  @ApiProperty({ type: 'integer', nullable: true })
  sizeBytes: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Once it is ready. Works without other credentials until the session ends.',
  })
  downloadPath: string | null;
}

class DataExportListResponse implements DataExportList {
  @ApiProperty({ type: [DataExportResponse], description: 'Newest first.' })
  items: DataExportResponse[];
}

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/exports')
export class ExportsController {
  constructor(
    private readonly confirmOwner: ConfirmOwner,
    private readonly requestExport: RequestExport,
    private readonly links: ExportLinks,
    private readonly downloads: DownloadExport,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    summary: 'Export everything stored about the caller',
    description:
      'A ZIP archive with their files, `data.json` and its JSON Schema. An email is sent when it is ready. If an export is already being ' +
      'prepared, it is returned instead. Limited to 5 exports a day.',
  })
  @ApiAcceptedResponse({ type: DataExportResponse })
  @ApiErrors({ 401: ['unauthorized'], 403: ['insufficient_aal'] })
  async request(@CurrentCaller() caller: Caller): Promise<DataExportResponse> {
    await this.confirmOwner.confirmMfa(caller);
    return this.describe(await this.requestExport.request(caller.userId), caller);
  }

  @Get()
  @ApiOperation({ summary: "List the caller's exports" })
  @ApiOkResponse({ type: DataExportListResponse })
  @ApiErrors({ 401: ['unauthorized'], 403: ['insufficient_aal'] })
  async list(@CurrentCaller() caller: Caller): Promise<DataExportListResponse> {
    await this.confirmOwner.confirmMfa(caller);
    const items = await this.requestExport.list(caller.userId);
    return { items: items.map((item) => this.describe(item, caller)) };
  }

  @Get(':id/download')
  @PublicRoute()
  @LimitPerIp({ name: 'data-export-downloads', points: 60, seconds: 3600 })
  @ApiOperation({ summary: 'Download an export' })
  @ApiProduces('application/zip')
  @ApiOkResponse({ content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } })
  @ApiErrors({ 404: ['not_found'], 410: ['export_expired'], 422: ['validation_failed'] })
  async download(@Param() { id }: ExportParams, @Query() { token }: DownloadQuery): Promise<StreamableFile> {
    const { content, sizeBytes } = await this.downloads.open(id, token);
    return new StreamableFile(content, {
      type: 'application/zip',
      disposition: 'attachment; filename="your-data.zip"',
      length: sizeBytes,
    });
  }

  private describe(
    { id, status, requestedAt, expiresAt, sizeBytes }: Awaited<ReturnType<RequestExport['request']>>,
    { sessionId }: Caller,
  ): DataExportResponse {
    return {
      id,
      status,
      requestedAt: requestedAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      sizeBytes,
      downloadPath: status === 'ready' ? this.links.pathFor(id, sessionId) : null,
    };
  }
}
