/** An error response, with a code from the S3 API reference. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const noSuchKey = (): S3Error => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');

export const noSuchUpload = (): S3Error =>
  new S3Error(
    404,
    'NoSuchUpload',
    'The specified upload does not exist. It may have been aborted or completed.',
  );

export const notImplemented = (what: string): S3Error =>
  new S3Error(501, 'NotImplemented', `The emulator does not support ${what}.`);
