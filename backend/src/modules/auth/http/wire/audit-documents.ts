import { ApiProperty } from '@nestjs/swagger';
import { readableAddress } from '../../../../platform/security/network-addresses.js';
import type { AuditLogRow, AuditSearch } from '../../application/admin/read-audit-log.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import { searchText } from './user-input.js';
import type { WireInput } from './wire-input.js';

class AuditPayload {
  @ApiProperty({ format: 'date-time' })
  timestamp: string;
  @ApiProperty({ description: 'The id of the actor; empty for the system and somebody unknown.' })
  actor_id: string;
  @ApiProperty({ description: 'The present address, or number, of that account.' })
  actor_username: string;
  @ApiProperty({ example: 'session.created', description: 'What was done, in the past tense.' })
  action: string;
  @ApiProperty({ example: 'session', description: 'What the action is about: its part before the dot.' })
  log_type: string;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description: 'Facts without secrets; `subject_type` and `subject_id` say what it was done to.',
  })
  traits: object;
}

export class AuditEntryDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty()
  payload: AuditPayload;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ example: '203.0.113.7', description: 'Empty where nobody called.' })
  ip_address: string;
}

export function auditEntryResponse(entry: AuditLogRow): AuditEntryDocument {
  const at = entry.at.toISOString();
  const { subjectType, subjectId, requestId } = entry;
  return {
    id: entry.id,
    payload: {
      timestamp: at,
      actor_id: entry.actorId ?? '',
      actor_username: entry.actorName ?? '',
      action: entry.action,
      log_type: entry.action.split('.')[0] ?? '',
      traits: {
        ...entry.details,
        ...(subjectType === null ? {} : { subject_type: subjectType, subject_id: subjectId }),
        ...(requestId === null ? {} : { request_id: requestId }),
      },
    },
    created_at: at,
    ip_address: readableAddress(entry.ip ?? ''),
  };
}

const COLUMNS = ['author', 'action', 'type'] as const;

/** `author:ada@example.com`, `action:password`, `type:session`; everything when nothing is asked. */
export function auditSearch(query: WireInput): AuditSearch {
  const everything = { author: '', action: '', type: '' };
  const asked = searchText(query, 'query');
  if (asked === '') return everything;
  const [, name, requested = ''] = /^([a-z]+):(.*)$/s.exec(asked) ?? [];
  const column = COLUMNS.find((candidate) => candidate === name);
  if (!column) throw new InvalidInputError('query must be author:…, action:… or type:…');
  return { ...everything, [column]: requested.trim() };
}
