import { CancellationScreen } from '../../../features/cancellation/components/cancellation-screen';
import { staticContent } from '../../../lib/hydration/static-content';
import { CancellationLayout } from './cancellation-layout';

const Fields = await staticContent(() => import('./cancel-content'));

export function Page() {
  return (
    <CancellationLayout kind="cancel">
      <CancellationScreen kind="cancel" Fields={Fields} />
    </CancellationLayout>
  );
}
