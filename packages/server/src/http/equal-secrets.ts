import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares secrets of any length in constant time. */
export function equalSecrets(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
