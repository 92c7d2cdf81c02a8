const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^\$argon2(?:i|id)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]{11,88}\$[A-Za-z0-9+/]{16,88}$/;
/** Beyond these one sign-in would keep a processor, or the memory, for itself. */
const MAX = { bcryptCost: 13, argon2Kib: 262_144, argon2Passes: 16, argon2Lanes: 16 };

/** Whether a hash that another system made (bcrypt, argon2i or argon2id) can be checked here, at a bearable price. */
export function isImportableHash(hash: string): boolean {
  const bcrypt = BCRYPT.exec(hash);
  if (bcrypt) return within(bcrypt[1], 4, MAX.bcryptCost);
  const argon2 = ARGON2.exec(hash);
  if (!argon2) return false;
  const [, kib, passes, lanes] = argon2;
  return (
    within(kib, 8, MAX.argon2Kib) && within(passes, 1, MAX.argon2Passes) && within(lanes, 1, MAX.argon2Lanes)
  );
}

function within(digits: string | undefined, least: number, most: number): boolean {
  const value = Number(digits);
  return value >= least && value <= most;
}
