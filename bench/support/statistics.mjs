/** The percentile by nearest rank; `share` is from 0 to 1. NaN for an empty list. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function median(values) {
  return percentile(values, 0.5);
}

/** `0.93`, or `–` if there is nothing to compare with. */
export function ratio(value, baseline) {
  return Number.isFinite(value / baseline) ? (value / baseline).toFixed(2) : '–';
}

export function milliseconds(value) {
  return `${Math.round(value)} ms`;
}

export function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

export function perSecond(value) {
  return `${value >= 1000 ? Math.round(value) : value.toFixed(value < 100 ? 1 : 0)}/s`;
}

export function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
