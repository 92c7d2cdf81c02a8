import { DomainError } from '../../platform/domain-error.js';
import type { DocumentKind } from './domain/document-types.js';

/** The invoice doesn't exist, belongs to someone else, or has no such document. */
export const documentNotFound = (kind: DocumentKind): DomainError =>
  new DomainError('not_found', 'not_found', kind === 'invoice' ? 'Invoice not found.' : 'Receipt not found.');

/** The invoice shows the current billing details. */
export class NothingToCorrectError extends DomainError {
  constructor() {
    super('conflict', 'nothing_to_correct', 'This invoice already shows your current billing details.');
  }
}
