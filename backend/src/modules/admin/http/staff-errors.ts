import type { ErrorCode } from '@subscription-site/shared/errors';

/** Error responses of every staff route, for `@ApiErrors`. */
export const STAFF_ERRORS = {
  401: ['unauthorized'],
  403: ['forbidden', 'insufficient_aal', 'mfa_enrollment_required'],
} satisfies Record<number, ErrorCode[]>;
