import createSpinner from 'yocto-spinner';

/** "0.4 s", "12 s", "1 min 5 s". */
export function duration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Runs a step, showing progress and how long it took. `work` gets a function to report what it is doing. */
export async function step(title, work) {
  const started = performance.now();
  const spinner = createSpinner({ stream: process.stdout, handleSignals: false });
  const show = process.stdout.isTTY
    ? (text) => (spinner.start().text = text)
    : (text) => console.log(`· ${text}`);
  const end = (result) => {
    spinner.stop();
    console.log(`${result}${duration(performance.now() - started)}`);
  };
  show(`${title} …`);
  try {
    const value = await work((activity) => show(`${title} … ${activity}`));
    end(`✓ ${title}  `);
    return value;
  } catch (error) {
    end(`✗ ${title}  failed after `);
    throw error;
  }
}
