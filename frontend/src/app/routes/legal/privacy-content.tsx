import { privacy } from '../../../content/legal/privacy';
import { LegalPage } from './legal-page';

/** Privacy Policy. */
export function Content() {
  return <LegalPage text={privacy} />;
}
