import { useQuery } from '@tanstack/react-query';
import { Callout } from '../../ui/feedback/callout';
import { supportQueries } from './api/queries';

/** Shows staff on every screen which settings have to be changed. */
export function ConfigurationWarningsBanner() {
  const { data: warnings = [] } = useQuery(supportQueries.configurationWarnings());
  if (warnings.length === 0) return null;
  return (
    <Callout tone="marker" title="Ask your operators to change a setting" className="mb-6">
      {warnings.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </Callout>
  );
}
