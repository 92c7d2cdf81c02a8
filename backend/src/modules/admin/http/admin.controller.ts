import type {
  AuditEntryView,
  AuditFilter,
  AuditList,
  ItemList,
  StaffMember,
  UnclaimedPayment,
} from '@subscription-site/shared/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { AuditEntryEntity } from '../../../platform/audit/audit-entry.entity.js';
import { AuditTrail } from '../../../platform/audit/audit-trail.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { readableAddress } from '../../../platform/security/network-addresses.js';
import { UUID } from '../../../platform/uuid.js';
import { Users } from '../../auth/index.js';
import { UnclaimedPayments } from '../../checkout/index.js';
import { PageQuery, toPage, decodeCursor } from './pages.js';
import { STAFF_ERRORS } from './staff-errors.js';

const ROLES = ['support', 'admin'] as const;
const EMAIL_ADDRESS = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;
const IDENTIFIER = /^[\w.:@-]{1,100}$/;

class StaffMemberResponse implements StaffMember {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() email: string;
  @ApiProperty({ enum: ROLES }) role: (typeof ROLES)[number];
}

class UnclaimedPaymentResponse implements UnclaimedPayment {
  @ApiProperty({ format: 'uuid' }) checkoutId: string;
  @ApiProperty({ example: 'pi_…' }) paymentIntentId: string;
  @ApiProperty({ type: 'integer' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'old..address@example.com',
    description: 'As the payer entered it, although it is not a valid address; null if they entered none.',
  })
  email: string | null;
  @ApiProperty({ format: 'date-time' }) paidAt: string;
}

class UnclaimedPaymentListResponse implements ItemList<UnclaimedPayment> {
  @ApiProperty({ type: [UnclaimedPaymentResponse], description: 'Oldest first, at most 500.' })
  items: UnclaimedPaymentResponse[];
}

class AuditQuery extends PageQuery implements AuditFilter {
  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @Matches(UUID, { message: 'actorId must be a user id' })
  @IsString()
  actorId?: string;

  @ApiPropertyOptional({
    example: 'sam@example.com',
    maxLength: 254,
    description: 'The current email of the actor.',
  })
  @IsOptional()
  @MaxLength(254)
  @Matches(EMAIL_ADDRESS, { message: 'actorEmail must be an email address' })
  @IsString()
  actorEmail?: string;

  @ApiPropertyOptional({ example: 'email.replayed', minLength: 1, maxLength: 100 })
  @IsOptional()
  @Matches(IDENTIFIER)
  @IsString()
  action?: string;

  @ApiPropertyOptional({ example: 'email', minLength: 1, maxLength: 100 })
  @IsOptional()
  @Matches(IDENTIFIER)
  @IsString()
  subjectType?: string;

  @ApiPropertyOptional({ example: '019a9f00-7e3a-7462-bc8d-a6f20291aaaa', minLength: 1, maxLength: 100 })
  @IsOptional()
  @Matches(IDENTIFIER)
  @IsString()
  subjectId?: string;
}

class AuditEntryResponse implements AuditEntryView {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) actorId: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'sam@example.com' }) actorEmail: string | null;
  @ApiProperty({ example: 'email.replayed' }) action: string;
  @ApiProperty({ type: Object, nullable: true, example: { type: 'email', id: '…' } })
  subject: { type: string; id: string } | null;
  @ApiProperty({ type: String, nullable: true }) ip: string | null;
  @ApiProperty({ type: String, nullable: true }) requestId: string | null;
  @ApiProperty({ type: Object, additionalProperties: true }) details: Record<string, unknown>;
}

class AuditResponse implements AuditList {
  @ApiProperty({ type: [AuditEntryResponse], description: 'Newest first.' }) items: AuditEntryResponse[];
  @ApiProperty({ type: String, nullable: true }) nextCursor: string | null;
}

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1')
export class AdminController {
  constructor(
    private readonly unclaimed: UnclaimedPayments,
    private readonly auditTrail: AuditTrail,
    private readonly users: Users,
  ) {}

  @Get('me')
  @ApiOperation({ summary: 'Retrieve the signed-in staff member' })
  @ApiOkResponse({ type: StaffMemberResponse })
  @ApiErrors(STAFF_ERRORS)
  me(@CurrentCaller() { userId: id, email, role }: Caller): StaffMemberResponse {
    return { id, email, role: role! };
  }

  @Get('unclaimed-payments')
  @ApiOperation({
    summary: 'List unclaimed payments: paid, but without a valid email address to provision them to',
  })
  @ApiOkResponse({ type: UnclaimedPaymentListResponse })
  @ApiErrors(STAFF_ERRORS)
  async unclaimedPayments(): Promise<UnclaimedPaymentListResponse> {
    const payments = await this.unclaimed.list();
    return { items: payments.map((payment) => ({ ...payment, paidAt: payment.paidAt.toISOString() })) };
  }

  @Get('audit')
  @StaffRoute('admin')
  @ApiOperation({ summary: 'Search the audit log (administrators)' })
  @ApiOkResponse({ type: AuditResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async audit(@Query() { cursor, limit = 50, actorEmail, ...query }: AuditQuery): Promise<AuditResponse> {
    if (actorEmail) {
      const actor = await this.users.findByEmail(actorEmail);
      if (!actor || (query.actorId && query.actorId !== actor.id)) return { items: [], nextCursor: null };
      query.actorId = actor.id;
    }
    const found = await this.auditTrail.find(query, decodeCursor(cursor), limit + 1);
    const { items, nextCursor } = toPage(found, limit, ({ at, id }) => ({ at, id }));
    const actors = items.flatMap(({ actorId }) => actorId ?? []);
    const emails = await this.users.findEmails([...new Set(actors)]);
    return { items: items.map((record) => toAuditEntry(record, emails)), nextCursor };
  }
}

function toAuditEntry(entry: AuditEntryEntity, emails: ReadonlyMap<string, string>): AuditEntryResponse {
  const { id, at, actorId = null, action, subjectType, subjectId, ip, requestId = null, details } = entry;
  return {
    id,
    at: at.toISOString(),
    actorId,
    actorEmail: (actorId && emails.get(actorId)) ?? null,
    action,
    subject: subjectType && subjectId ? { type: subjectType, id: subjectId } : null,
    ip: ip ? readableAddress(ip) : null,
    requestId,
    details,
  };
}
