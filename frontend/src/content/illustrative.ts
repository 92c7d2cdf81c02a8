/** Visible label wherever people, companies, or numbers are fictional. */
export const ILLUSTRATIVE = 'Illustrative example';
