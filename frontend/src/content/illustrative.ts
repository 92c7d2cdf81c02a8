/** Stands visibly wherever people, companies or figures are invented. */
export const ILLUSTRATIVE = 'Illustrative example';
