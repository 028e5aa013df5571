import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Secrets: made random here, shown once, stored only as hashes. */

/** 256 random bits, URL-safe. */
export function newSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The stored form of a session, token or link. These are random, so one round of SHA-256 is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Compares without telling by the time taken where the difference is. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(a)), Buffer.from(hashSecret(b)));
}

const COST = { N: 16384, r: 8, p: 1 };
const KEY_BYTES = 32;

/** The stored form of a password: `scrypt$N$r$p$salt$key`, so that the cost can rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** True if the password fits. Takes as long for a person without a password as for a wrong one. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = (stored ?? (await noPassword())).split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const wanted = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  return given.length === wanted.length && timingSafeEqual(given, wanted) && stored !== null;
}

let placeholder: Promise<string> | undefined;
function noPassword(): Promise<string> {
  placeholder ??= hashPassword(newSecret());
  return placeholder;
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
