import { DomainError } from '../../../platform/errors/domain-error.js';

/** Where someone wished to end who left for a provider; null for the site. */
export interface FlowTarget {
  redirectTo: string | null;
}

/** Someone came back and is not known as who left: nothing is opened, and the flow is not used up by it. */
export class FlowNotFoundError extends DomainError {
  constructor(
    code: 'bad_oauth_state' | 'saml_relay_state_not_found',
    message: string,
    /** Of the flow that the state names; none where no one was given that state, or it is too old. */
    readonly target: FlowTarget | undefined,
  ) {
    super('malformed', code, message);
  }
}
