import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsISO8601, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { ValidationError } from '../../../platform/domain-error.js';
import { UUID } from '../../../platform/uuid.js';

/** A position in a list ordered by time and id. */
export interface Position {
  at: Date;
  id: string;
}

const TIME = { format: 'date-time', example: '2026-12-24T10:00:00Z', maxLength: 40 };

export class PageQuery {
  @ApiPropertyOptional({
    example: 'MTc5NTE2…',
    maxLength: 200,
    description: '`nextCursor` of the previous page.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'Maximum number of items per page.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;
}

export class CreatedBetween {
  @ApiPropertyOptional({ ...TIME, description: 'Inclusive.' })
  @IsOptional()
  @IsISO8601({ strict: true })
  @MaxLength(40)
  createdFrom?: string;

  @ApiPropertyOptional({ ...TIME, description: 'Exclusive.' })
  @IsOptional()
  @IsISO8601({ strict: true })
  @MaxLength(40)
  createdTo?: string;
}

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url');
}

/** Throws `validation_failed` for anything that {@link encodeCursor} did not produce. */
export function decodeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, time, id = ''] =
    /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const at = new Date(Number(time));
  if (Number.isNaN(at.getTime()) || !UUID.test(id)) {
    throw new ValidationError([{ field: 'cursor', message: 'Use the nextCursor of the previous page.' }]);
  }
  return { at, id };
}

/** Expects up to `limit + 1` items: the extra one shows that there is a next page. */
export function toPage<T>(
  found: T[],
  limit: number,
  toPosition: (item: T) => Position,
): { items: T[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? encodeCursor(toPosition(items.at(-1)!)) : null };
}

/** Throws `validation_failed` for text that the ISO 8601 validator accepts but `Date` cannot parse. */
export function parseTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new ValidationError([
      { field, message: `The field ${field} must be a time like 2026-12-24T10:00:00Z.` },
    ]);
  }
  return time;
}
