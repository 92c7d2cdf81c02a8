import { ApiProperty } from '@nestjs/swagger';
import { readableAddress } from '../../../../platform/security/network-addresses.js';
import { InvalidInputError } from '../../core/auth-errors.js';
import type { AuthInput } from '../../protocol/auth-input.js';
import type { NamedAuditEntry, AuditSearch } from '../read-audit-log.js';
import { searchText } from './user-input.js';

class AuditPayload {
  @ApiProperty({ format: 'date-time' })
  timestamp: string;
  @ApiProperty({ description: 'Empty for the system and unknown callers.' })
  actor_id: string;
  @ApiProperty({ description: "The actor's current email address or phone number." })
  actor_username: string;
  @ApiProperty({ example: 'session.created', description: 'The action, in the past tense.' })
  action: string;
  @ApiProperty({ example: 'session', description: 'The part of the action before the dot.' })
  log_type: string;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description:
      'Details without secrets. `subject_type` and `subject_id` identify what the action was performed on.',
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
  @ApiProperty({ example: '203.0.113.7', description: 'Empty if the action was not caused by a request.' })
  ip_address: string;
}

export function auditEntryResponse({ entry, actorName }: NamedAuditEntry): AuditEntryDocument {
  const at = entry.at.toISOString();
  const { subjectType, subjectId, requestId } = entry;
  return {
    id: entry.id,
    payload: {
      timestamp: at,
      actor_id: entry.actorId ?? '',
      actor_username: actorName ?? '',
      action: entry.action,
      log_type: entry.action.split('.')[0] ?? '',
      traits: {
        ...entry.details,
        ...(subjectType == null ? {} : { subject_type: subjectType, subject_id: subjectId }),
        ...(requestId == null ? {} : { request_id: requestId }),
      },
    },
    created_at: at,
    ip_address: readableAddress(entry.ip ?? ''),
  };
}

const COLUMNS = ['author', 'action', 'type'] as const;

/** Parses `author:ada@example.com`, `action:password` or `type:session`; without a query, all entries match. */
export function auditSearch(query: AuthInput): AuditSearch {
  const matchAll = { author: '', action: '', type: '' };
  const search = searchText(query, 'query');
  if (search === '') return matchAll;
  const [, name, value = ''] = /^([a-z]+):(.*)$/s.exec(search) ?? [];
  const column = COLUMNS.find((candidate) => candidate === name);
  if (!column) throw new InvalidInputError('query must be author:…, action:… or type:…');
  return { ...matchAll, [column]: value.trim() };
}
