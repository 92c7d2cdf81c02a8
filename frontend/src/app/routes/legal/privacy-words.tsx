import { privacy } from '../../../content/legal/privacy';
import { LegalPage } from './legal-page';

/** Privacy Policy. */
export function Still() {
  return <LegalPage text={privacy} />;
}
