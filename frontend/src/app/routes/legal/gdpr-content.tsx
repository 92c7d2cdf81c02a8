import { gdpr } from '../../../content/legal/gdpr';
import { LegalPage } from './legal-page';

export function Content() {
  return <LegalPage text={gdpr} />;
}
