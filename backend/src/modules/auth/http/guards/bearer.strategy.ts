import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passportCustom from 'passport-custom';
import { MissingTokenError } from '../../domain/session-errors.js';
import { bearerToken } from './bearer-token.js';

export const BEARER = 'bearer';

/** Takes the bearer token out of a request; whose it is, the guard asks. Holds no state: the registry of strategies is global. */
@Injectable()
export class BearerStrategy extends PassportStrategy(passportCustom.Strategy, BEARER) {
  validate(request: Request): { token: string } {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw new MissingTokenError();
    return { token };
  }
}
