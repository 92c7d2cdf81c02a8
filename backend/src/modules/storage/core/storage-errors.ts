import {
  DomainError,
  ServiceUnavailableError,
  type ErrorKind,
  type ErrorOptions,
} from '../../../platform/domain-error.js';

/** An error of the storage protocol. `code` is stable; `shortName` is the protocol's older, less uniform name for it. */
export class StorageError extends DomainError {
  constructor(
    kind: ErrorKind,
    code: string,
    readonly shortName: string,
    message: string,
    options: ErrorOptions & {
      /** The protocol reports nearly all errors with HTTP status 400; this is the exception. */
      httpStatus?: number;
    } = {},
  ) {
    super(kind, code, message, options);
    this.httpStatus = options.httpStatus;
  }

  readonly httpStatus: number | undefined;
}

export class BucketNotFoundError extends StorageError {
  constructor() {
    super('not_found', 'NoSuchBucket', 'Bucket not found', 'Bucket not found');
  }
}

/** Also for objects that the caller may not read. */
export class ObjectNotFoundError extends StorageError {
  constructor() {
    super('not_found', 'NoSuchKey', 'not_found', 'Object not found');
  }
}

export class AlreadyExistsError extends StorageError {
  constructor(code: 'KeyAlreadyExists' | 'BucketAlreadyExists' | 'ResourceAlreadyExists') {
    super('conflict', code, 'Duplicate', 'The resource already exists');
  }
}

export class BucketNotEmptyError extends StorageError {
  constructor() {
    super('conflict', 'ResourceNotEmpty', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty');
  }
}

/** Neither the file system nor the quota has room for the file. Operators find it in the log and as `storage_errors_total`. */
export class InsufficientStorageError extends StorageError {
  constructor(cause: unknown) {
    super(
      'internal',
      'InsufficientStorage',
      'insufficient_storage',
      'There is not enough space left to store the file',
      { httpStatus: 507, cause },
    );
  }
}

/** The file, or the bucket's limit, is larger than allowed. */
export class EntityTooLargeError extends StorageError {
  constructor(message = 'The object exceeded the maximum allowed size', details?: Record<string, unknown>) {
    super('too_large', 'EntityTooLarge', 'Payload too large', message, { details });
  }
}

export class InvalidMimeTypeError extends StorageError {
  constructor(mimeType: string) {
    super(
      'unsupported_media_type',
      'InvalidMimeType',
      'invalid_mime_type',
      `mime type ${mimeType.slice(0, 100)} is not supported`,
    );
  }
}

/** The bytes are not those of an image that can be transformed, whatever the file's type says. */
export class ImageNotSupportedError extends StorageError {
  constructor(cause?: unknown) {
    super(
      'unsupported_media_type',
      'InvalidMimeType',
      'invalid_mime_type',
      'Only JPEG, PNG, WebP, GIF and AVIF images can be transformed',
      { cause },
    );
  }
}

/** The image is incomplete or its data is corrupt. */
export class DamagedImageError extends StorageError {
  constructor(cause: unknown) {
    super('invalid', 'InvalidRequest', 'invalid_request', 'The image is damaged', { cause });
  }
}

/** The image has too many bytes or pixels, or takes too long to transform. */
export class ImageTooLargeError extends StorageError {
  constructor(cause?: unknown) {
    super('too_large', 'EntityTooLarge', 'Payload too large', 'The image is too large to transform', {
      cause,
    });
  }
}

/** The file is damaged, or not what its type says. */
export class InvalidPictureError extends StorageError {
  constructor(cause?: unknown) {
    super(
      'unsupported_media_type',
      'InvalidMimeType',
      'invalid_mime_type',
      "The file is damaged or doesn't match its type. Upload a JPEG, PNG, or WebP picture.",
      { cause, details: { rule: 'picture' } },
    );
  }
}

/** A virus scanner found something in the uploaded file. */
export class MalwareFoundError extends StorageError {
  constructor() {
    super('invalid', 'InvalidRequest', 'invalid_request', 'The file contains malware and was not stored', {
      details: { rule: 'virus scan' },
    });
  }
}

export class InvalidKeyError extends StorageError {
  constructor(name: string, reason: string) {
    super('malformed', 'InvalidKey', 'InvalidKey', `Invalid key: ${name.slice(0, 200).toWellFormed()}`, {
      details: { reason },
    });
  }
}

export class InvalidBucketNameError extends StorageError {
  constructor(reason: string) {
    super('malformed', 'InvalidBucketName', 'Invalid Input', 'Bucket name invalid', { details: { reason } });
  }
}

/** A field, header or query parameter is missing or invalid. The message names it. */
export class InvalidParameterError extends StorageError {
  constructor(message: string) {
    super('malformed', 'InvalidParameter', 'invalid_parameter', message);
  }
}

export class MissingParameterError extends StorageError {
  constructor(name: string) {
    super('malformed', 'MissingParameter', 'missing_parameter', `${name} is required`);
  }
}

export class NotSupportedError extends StorageError {
  constructor(message: string) {
    super('malformed', 'NotSupported', 'not_supported', message);
  }
}

/** Authentication failed. */
export class AccessDeniedError extends StorageError {
  constructor(message: string) {
    super('forbidden', 'AccessDenied', 'Unauthorized', message);
  }
}

/** No rule of the bucket allows the action. Only for changes: a denied read looks as if nothing existed. */
export class RuleViolationError extends StorageError {
  /** @param rule what would allow it, for example `write in bucket avatars` */
  constructor(rule: string) {
    super('forbidden', 'AccessDenied', 'Unauthorized', 'new row violates row-level security policy', {
      details: { rule },
    });
  }
}

/** Only the operator's service key may do this. */
export class ServiceRoleRequiredError extends StorageError {
  constructor() {
    super('forbidden', 'AccessDenied', 'Unauthorized', 'This endpoint requires the service_role key', {
      httpStatus: 403,
    });
  }
}

export class InvalidRangeError extends StorageError {
  constructor() {
    super('malformed', 'InvalidRange', 'invalid_range', 'The requested range is not satisfiable', {
      httpStatus: 416,
    });
  }
}

/** The client closed the connection before it had sent the whole file. */
export class UploadAbortedError extends StorageError {
  constructor(cause?: unknown) {
    super('malformed', 'Aborted', 'aborted', 'The upload ended before the whole file was received', {
      cause,
    });
  }
}

type TokenErrorCode = 'InvalidJWT' | 'InvalidSignature' | 'ExpiredToken';

/** The token of a signed URL can't be used for this request. */
export class SignedTokenError extends StorageError {
  constructor(code: TokenErrorCode, message: string) {
    super('malformed', code, code, message);
  }
}

/** There is no such upload, or it belongs to someone else. */
export class UploadNotFoundError extends StorageError {
  constructor() {
    super('not_found', 'NoSuchUpload', 'not_found', 'The upload does not exist');
  }
}

/** The upload has expired, or its bytes can no longer be used. */
export class UploadExpiredError extends StorageError {
  constructor() {
    super('not_found', 'NoSuchUpload', 'not_found', 'The upload has expired: start a new one', {
      httpStatus: 410,
    });
  }
}

/** Another request is writing to the upload. */
export class UploadLockedError extends StorageError {
  constructor() {
    super('conflict', 'ResourceLocked', 'resource_locked', 'Another request is writing to this upload', {
      httpStatus: 423,
    });
  }
}

/** The request doesn't follow the TUS protocol. */
export class TusError extends StorageError {
  constructor(httpStatus: number, message: string) {
    super('malformed', 'TusError', 'tus_error', message, { httpStatus });
  }
}

/** The backend can't be reached or used at the moment. */
export class BackendUnavailableError extends ServiceUnavailableError {
  /** @param isThrottling the backend has received too many requests */
  constructor(
    cause: unknown,
    readonly isThrottling = false,
  ) {
    super('The file store is busy or unavailable. Please try again in a moment.', cause);
  }
}
