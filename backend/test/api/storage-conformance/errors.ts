import { getError } from '../../support/storage.js';
import type { StorageConformanceFixture } from './storage-conformance-fixture.js';

interface WireError {
  status: number;
  statusCode: string;
  message?: string;
}

/** As the wire contract lists them, by code. */
const ERRORS = {
  NoSuchBucket: { status: 400, statusCode: '404', message: 'Bucket not found' },
  NoSuchKey: { status: 400, statusCode: '404', message: 'Object not found' },
  BucketAlreadyExists: { status: 400, statusCode: '409', message: 'The resource already exists' },
  ResourceAlreadyExists: { status: 400, statusCode: '409', message: 'The resource already exists' },
  ResourceNotEmpty: {
    status: 400,
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  },
  EntityTooLarge: {
    status: 400,
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
  },
  InvalidMimeType: { status: 400, statusCode: '415' },
  InvalidKey: { status: 400, statusCode: '400' },
  InvalidBucketName: { status: 400, statusCode: '400', message: 'Bucket name invalid' },
  InvalidParameter: { status: 400, statusCode: '400' },
  MissingParameter: { status: 400, statusCode: '400' },
  AccessDenied: {
    status: 400,
    statusCode: '403',
    message: 'new row violates row-level security policy',
  },
  ServiceRoleRequired: {
    status: 403,
    statusCode: '403',
    message: 'This endpoint requires the service_role key',
  },
  InvalidJWT: { status: 400, statusCode: '400' },
  InvalidSignature: { status: 400, statusCode: '400' },
  ExpiredToken: { status: 400, statusCode: '400' },
  NotSupported: { status: 400, statusCode: '400' },
  UnknownRoute: { status: 404, statusCode: '404', message: 'This endpoint is not available' },
} satisfies Record<string, WireError>;
type ErrorName = keyof typeof ERRORS;

const CODES: Partial<Record<ErrorName, string>> = {
  ServiceRoleRequired: 'AccessDenied',
  UnknownRoute: 'NotSupported',
};

type Result = PromiseLike<{ error: unknown }>;
export type ErrorCase = [
  description: string,
  call: (fixture: StorageConformanceFixture) => Result,
  error: ErrorName,
];

/** One test for each call. */
export function expectErrors(fixture: StorageConformanceFixture, cases: readonly ErrorCase[]): void {
  it.each(cases)('%s', async (_description, call, error) => {
    expect(getError(await call(fixture))).toEqual({
      message: expect.any(String),
      code: CODES[error] ?? error,
      ...ERRORS[error],
    });
  });
}
