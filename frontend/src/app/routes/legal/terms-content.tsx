import { terms } from '../../../content/legal/terms';
import { LegalPage } from './legal-page';

/** Terms of Service. */
export function Content() {
  return <LegalPage text={terms} />;
}
