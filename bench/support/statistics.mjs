/** The smallest of `values` that at least this share (0 to 1) of them does not exceed; NaN for none. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function median(values) {
  return percentile(values, 0.5);
}

/** "0.93", or "–" where there is nothing to compare. */
export function ratio(value, beside) {
  return Number.isFinite(value / beside) ? (value / beside).toFixed(2) : '–';
}

export function milliseconds(value) {
  return `${Math.round(value)} ms`;
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
