import { S3ServiceException } from '@aws-sdk/client-s3';
import { BackendUnavailableError } from '../core/storage-errors.js';
import { withOutage } from './s3-client.js';

const response = (httpStatusCode: number, name: string) =>
  new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });
const failure = (properties: object) => Object.assign(new Error('failed'), properties);

describe('an error of the S3 client', () => {
  it.each([
    ['no response in time', failure({ name: 'TimeoutError' }), false],
    ['no body in time', response(400, 'RequestTimeout'), false],
    ['no temporary credentials', failure({ name: 'CredentialsProviderError' }), false],
    ['a lost connection', failure({ code: 'ECONNRESET' }), false],
    ['an unknown host', failure({ code: 'ENOTFOUND' }), false],
    ['an internal error', response(500, 'InternalError'), false],
    ['too many requests', response(429, 'TooManyRequests'), true],
    ['too many HEAD requests', response(503, '503'), true],
  ])('is an outage: %s', (_name, error, isThrottling) => {
    const outage = withOutage(error);
    expect(outage).toBeInstanceOf(BackendUnavailableError);
    expect(outage).toMatchObject({ isThrottling, cause: error, retryAfterSeconds: 2 });
  });

  it.each([
    ['a missing object', response(404, 'NoSuchKey')],
    ['a rejected key', response(403, 'InvalidAccessKeyId')],
    ['a response that is not XML', failure({ $metadata: { httpStatusCode: 200 } })],
    ['a missing file', failure({ code: 'ENOENT' })],
  ])('is not an outage: %s', (_name, error) => {
    expect(withOutage(error)).toBe(error);
  });
});
