import { privacy } from '../../../content/legal/privacy';
import { LegalPage } from './legal-page';

/** Privacy Policy. */
export function Page() {
  return <LegalPage text={privacy} />;
}
