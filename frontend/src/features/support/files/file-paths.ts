export const FILES_PATH = '/admin/files';

/** The screen of a bucket, or of one of its folders. */
export function folderPath(bucket: string, folder = ''): string {
  const path = `${FILES_PATH}/${encodeURIComponent(bucket)}`;
  return folder ? `${path}?${new URLSearchParams({ folder }).toString()}` : path;
}

export function filePath(bucket: string, name: string): string {
  return `${FILES_PATH}/${encodeURIComponent(bucket)}/file?${new URLSearchParams({ name }).toString()}`;
}

/** The folder that contains a file or folder; empty for the root. Folders end with a slash. */
export function parentFolder(name: string): string {
  return name.slice(0, name.lastIndexOf('/', name.length - 2) + 1);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** For example `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = {
    style: 'unit',
    unit: UNITS[exponent],
    unitDisplay: exponent === 0 ? 'long' : 'short',
  } as const;
  return (bytes / 1000 ** exponent).toLocaleString('en-US', { ...format, maximumFractionDigits: 1 });
}
