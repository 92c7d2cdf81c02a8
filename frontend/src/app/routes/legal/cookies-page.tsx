import { cookies } from '../../../content/legal/cookies';
import { CookieChoice } from '../../../features/consent/components/cookie-choice';
import { LegalPage } from './legal-page';

/** Cookie Policy with the analytics choice. */
export function Page() {
  return (
    <LegalPage text={cookies}>
      <CookieChoice />
    </LegalPage>
  );
}
