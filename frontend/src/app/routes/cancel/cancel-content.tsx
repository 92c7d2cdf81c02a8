import { CancellationFields } from '../../../features/cancellation/components/cancellation-fields';

export function Content() {
  return <CancellationFields kind="cancel" />;
}
