import { gdpr } from '../../../content/legal/gdpr';
import { LegalPage } from './legal-page';

/** Rights under the General Data Protection Regulation. */
export function Content() {
  return <LegalPage text={gdpr} />;
}
