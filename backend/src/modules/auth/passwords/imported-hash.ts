const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^\$argon2(?:i|id)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]{11,88}\$[A-Za-z0-9+/]{16,88}$/;
/** Upper limits so that verifying one password can't exhaust CPU or memory. */
const MAX = { bcryptCost: 13, argon2Kib: 262_144, argon2Passes: 16, argon2Lanes: 16 };

/** Whether a hash from another system (bcrypt, argon2i or argon2id) can be verified here at acceptable cost. */
export function isImportableHash(hash: string): boolean {
  const bcrypt = BCRYPT.exec(hash);
  if (bcrypt) return inRange(bcrypt[1], 4, MAX.bcryptCost);
  const argon2 = ARGON2.exec(hash);
  if (!argon2) return false;
  const [, kib, passes, lanes] = argon2;
  return (
    inRange(kib, 8, MAX.argon2Kib) &&
    inRange(passes, 1, MAX.argon2Passes) &&
    inRange(lanes, 1, MAX.argon2Lanes)
  );
}

function inRange(digits: string | undefined, min: number, max: number): boolean {
  const value = Number(digits);
  return value >= min && value <= max;
}
