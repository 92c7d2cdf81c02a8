import { privacy } from '../../../content/legal/privacy';
import { LegalPage } from './legal-page';

export function Content() {
  return <LegalPage text={privacy} />;
}
