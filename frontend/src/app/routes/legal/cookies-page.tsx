import { cookies } from '../../../content/legal/cookies';
import { LegalPage } from './legal-page';

/** Cookie Policy. */
export function Page() {
  return <LegalPage text={cookies} />;
}
