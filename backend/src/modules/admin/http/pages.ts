import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsISO8601, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { ValidationError } from '../../../platform/errors/domain-error.js';

/** A place in a list that is ordered by time and id. */
export interface Position {
  at: Date;
  id: string;
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const TIME = { format: 'date-time', example: '2026-12-24T10:00:00Z', maxLength: 40 };

export class PageQuery {
  @ApiPropertyOptional({
    example: 'MTc5NTE2…',
    maxLength: 200,
    description: '`nextCursor` of the page before.',
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
    description: 'Most items of a page.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;
}

/** When what is listed was made. */
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

export function cursorOf({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url');
}

/** Throws `validation_failed` for anything that is no cursor of ours. */
export function positionOf(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, time, id = ''] =
    /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const at = new Date(Number(time));
  if (Number.isNaN(at.getTime()) || !UUID.test(id)) {
    throw new ValidationError([{ field: 'cursor', message: 'Use the nextCursor of the page before.' }]);
  }
  return { at, id };
}

/** A page of what was asked for with one more than the limit: that one tells whether there is a next page. */
export function pageOf<T>(
  found: T[],
  limit: number,
  at: (item: T) => Position,
): { items: T[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? cursorOf(at(items.at(-1)!)) : null };
}

/** Throws `validation_failed` for a time that is none, whatever its notation. */
export function timeOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new ValidationError([
      { field, message: `The field ${field} must be a time like 2026-12-24T10:00:00Z.` },
    ]);
  }
  return time;
}
