import { gdpr } from '../../../content/legal/gdpr';
import { LegalPage } from './legal-page';

/** Rights under the General Data Protection Regulation. */
export function Still() {
  return <LegalPage text={gdpr} />;
}
