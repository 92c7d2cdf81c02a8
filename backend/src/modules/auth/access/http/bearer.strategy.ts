import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passportCustom from 'passport-custom';
import { MissingTokenError } from '../session-errors.js';

export const BEARER = 'bearer';

const AUTHORIZATION = /^bearer +(\S+)$/i;

/** Extracts the bearer token; the guard verifies it. Must stay stateless, because Passport's strategy registry is global. */
@Injectable()
export class BearerStrategy extends PassportStrategy(passportCustom.Strategy, BEARER) {
  validate(request: Request): { token: string } {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw new MissingTokenError();
    return { token };
  }
}

/** The token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization ? AUTHORIZATION.exec(authorization.trim())?.[1] : undefined;
}
