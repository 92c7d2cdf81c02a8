import { terms } from '../../../content/legal/terms';
import { LegalPage } from './legal-page';

export function Content() {
  return <LegalPage text={terms} />;
}
