import { DomainError } from '../../../platform/errors/domain-error.js';

/** Where somebody wished to end who left for a provider; null for the site. */
export interface VisitEnd {
  redirectTo: string | null;
}

/** Somebody came back and is not known as who left: nothing is opened, and the visit is not used up by it. */
export class LostVisitError extends DomainError {
  constructor(
    code: 'bad_oauth_state' | 'saml_relay_state_not_found',
    message: string,
    /** Of the visit that the state names; none where nobody was given that state, or it is too old. */
    readonly end: VisitEnd | undefined,
  ) {
    super('malformed', code, message);
  }
}
