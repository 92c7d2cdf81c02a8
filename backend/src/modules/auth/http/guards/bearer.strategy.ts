import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passportCustom from 'passport-custom';
import { MissingTokenError } from '../../domain/session-errors.js';
import { bearerToken } from './bearer-token.js';

export const BEARER = 'bearer';

/** Extracts the bearer token; the guard verifies it. Must stay stateless, because Passport's strategy registry is global. */
@Injectable()
export class BearerStrategy extends PassportStrategy(passportCustom.Strategy, BEARER) {
  validate(request: Request): { token: string } {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw new MissingTokenError();
    return { token };
  }
}
