import busboy from 'busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { parseMediaType } from '../../core/mime-types.js';
import { InvalidParameterError, StorageError, UploadAbortedError } from '../../core/storage-errors.js';

const MAX_FIELDS = 20;
const MAX_FIELD_LENGTH = 64 * 1024;
/** More than the fields and headers before the file can have. */
const MAX_BYTES_BEFORE_FILE = 2 * MAX_FIELDS * MAX_FIELD_LENGTH;

export interface UploadForm {
  file: Readable;
  /** Of the file's part, with its parameters. */
  contentType: string;
  /** The fields before the file. */
  fields: FormFields;
  /** All fields, once the file has been read. Throws `InvalidRequest` if the rest of the form is malformed. */
  allFields(): Promise<FormFields>;
}

export type FormFields = ReadonlyMap<string, string>;

/** Reads a form up to its file. Fields may follow the file. */
export function readForm(request: Request): Promise<UploadForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const form = createParser(request);
    const ended = new Promise<FormFields>((end, fail) => {
      const stop = (error: unknown) => {
        request.unpipe(form);
        prefix.release();
        reject(error);
        fail(error);
      };
      const prefix = new FormPrefix(request, () =>
        stop(new InvalidParameterError('The form has too much data before the file')),
      );
      form.on('field', (name, value, { valueTruncated }) => {
        if (valueTruncated) stop(new InvalidParameterError(`${name} is too long`));
        fields.set(name, value);
      });
      form.on('file', (_name, file: Readable, { mimeType }) => {
        // The reader sees the error too, but may start reading only later.
        file.on('error', () => undefined);
        const contentType = prefix.findContentType(mimeType);
        resolve({ file, contentType, fields: new Map(fields), allFields: () => ended });
      });
      form.on('filesLimit', () => stop(new InvalidParameterError('The form must contain only one file')));
      for (const limit of ['fieldsLimit', 'partsLimit'])
        form.on(limit, () => stop(new InvalidParameterError(`The form has more than ${MAX_FIELDS} fields`)));
      form.on('error', (error) => stop(error instanceof StorageError ? error : invalidForm(error)));
      form.on('close', () => {
        reject(invalidForm());
        end(fields);
      });
      request.once('error', (error) => form.destroy(new UploadAbortedError(error)));
      request.pipe(form);
    });
    // Awaited only after the file has been stored.
    ended.catch(() => undefined);
  });
}

function createParser({ headers }: Request): busboy.Busboy {
  const limits = { files: 1, fields: MAX_FIELDS, parts: MAX_FIELDS + 1, fieldSize: MAX_FIELD_LENGTH };
  try {
    return busboy({ headers, limits });
  } catch (error) {
    throw invalidForm(error);
  }
}

function invalidForm(cause?: unknown): StorageError {
  return new StorageError(
    'malformed',
    'InvalidRequest',
    'invalid_request',
    'The form must contain a file, and end with its boundary',
    { cause },
  );
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i;
const CONTENT_TYPE = /^content-type:[ \t]*(\S.*?)[ \t]*$/im;

/**
 * The bytes of a form up to its file. The parser reports the file's media type without its parameters, and so without the charset of a
 * text.
 */
class FormPrefix {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(
    private readonly request: Request,
    private readonly onTooLong: () => void,
  ) {
    request.on('data', this.add);
  }

  release(): void {
    this.request.off('data', this.add);
    this.chunks.length = 0;
  }

  /** As declared by the first part with this media type. */
  findContentType(mediaType: string): string {
    const [, quoted, token] = BOUNDARY.exec(this.request.get('content-type') ?? '') ?? [];
    const parts = Buffer.concat(this.chunks)
      .toString('latin1')
      .split(`--${quoted ?? token}\r\n`);
    this.release();
    const declared = parts.map((part) => CONTENT_TYPE.exec(part.split('\r\n\r\n', 1)[0]!)?.[1]);
    return declared.find((type) => type !== undefined && parseMediaType(type) === mediaType) ?? mediaType;
  }

  private readonly add = (chunk: Buffer): void => {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length > MAX_BYTES_BEFORE_FILE) this.onTooLong();
  };
}
