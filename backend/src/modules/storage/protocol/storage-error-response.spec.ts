import { getStatus, toStorageError } from './storage-error-response.js';

describe('a file system error', () => {
  it.each(['ENOSPC', 'EDQUOT'])('%s is reported as a full disk, and logged', (code) => {
    const error = toStorageError(Object.assign(new Error(`${code}: write`), { code }));
    expect({ code: error.code, status: getStatus(error), kind: error.kind }).toEqual({
      code: 'InsufficientStorage',
      status: 507,
      kind: 'internal',
    });
    expect(error.message).toBe('There is not enough space left to store the file');
  });

  it('of another kind reveals nothing', () => {
    const error = toStorageError(Object.assign(new Error('EACCES: /var/files'), { code: 'EACCES' }));
    expect([error.code, getStatus(error), error.message]).toEqual([
      'InternalError',
      500,
      'Internal Server Error',
    ]);
  });
});
