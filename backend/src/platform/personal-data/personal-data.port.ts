import type { Readable } from 'node:stream';

/** Whose data is exported or erased. */
export interface Person {
  userId: string;
  /** Normalized and confirmed; null if there is none. Finds what the person submitted without signing in. */
  email: string | null;
  /** Newer data found by `email` may belong to the next account with this address. */
  until: Date;
}

/** One file of a person's data export. */
export interface PersonalDataFile {
  /** Path within the export, unique within its source. */
  path: string;
  /** Has to be read or destroyed before the next file is requested. */
  content: Readable;
}

export type PersonalDataRecord = Record<string, unknown>;

/** Rows of one table in a person's data export. */
export interface PersonalDataRecords {
  /** Table name. */
  name: string;
  /** Streamed from the database, because there may be more than fit into memory. */
  records: AsyncIterable<PersonalDataRecord>;
}

/** What a module stores about a person. Each module that stores personal data provides one. */
export abstract class PersonalDataSource {
  /** Folder of its files in an export, and name of its records. */
  abstract readonly id: string;
  /** Everything stored about the person, one file or table at a time. */
  abstract exportPersonalData(person: Person): AsyncIterable<PersonalDataFile | PersonalDataRecords>;
  /**
   * Erases it for good, except what has to be kept. May run again after a crash or failure, so it must be idempotent. Throws
   * `RetryLater` if something has to end first. Not called in a transaction.
   */
  abstract erasePersonalData(person: Person): Promise<void>;
}
