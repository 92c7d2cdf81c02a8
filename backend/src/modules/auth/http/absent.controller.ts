import { All, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { DomainError, type ErrorKind } from '../../../platform/errors/domain-error.js';
import { WireController } from './wire/wire-routes.js';

type Absence = [path: RegExp, kind: ErrorKind, code: string, message: string];

/** What the protocol knows and this installation does not offer, with the code by which clients recognise that. */
const ABSENT: readonly Absence[] = [
  [/^\/authorize$/, 'malformed', 'validation_failed', 'Unsupported provider: provider is not enabled'],
  [/^\/sso(\/|$)/, 'not_found', 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [/^\/user\/identities\//, 'not_found', 'manual_linking_disabled', 'Manual linking is disabled'],
];

/** Every other path under the protocol's prefix: a refusal that its clients understand. Registered last. */
@ApiExcludeController()
@WireController()
export class AbsentController {
  @All('*path')
  refuse(@Req() request: Request): never {
    const path = request.path.replace(/^.*?\/auth\/v1/, '');
    const [, kind, code, message] = ABSENT.find(([pattern]) => pattern.test(path)) ?? [
      path,
      'not_found',
      'feature_disabled',
      'This is not offered here',
    ];
    throw new DomainError(kind as ErrorKind, code, message);
  }
}
