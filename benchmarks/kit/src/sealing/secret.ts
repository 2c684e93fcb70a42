import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol/wire'
import type { Family } from '../family.js'
import { definePhrases, type PhraseBank, publicForm } from '../phrase-bank.js'

/** Minimum first seed of a sealed split, far above those of the public splits. */
export const minSecretSeed = 1_000_000_000

/** The secret of a sealed split, which only its keeper has. */
export interface Secret {
  readonly firstSeed: number
  /** 128 bits as four 32-bit integers, on which all draws depend. */
  readonly key: readonly number[]
  /** The canary of this split: its presence in a model's output shows that the model has seen the split. */
  readonly canary: string
  /** Replacements of the public phrases. */
  readonly phrases: ReadonlyMap<PhraseBank<string>, PhraseBank<string>>
  /** The banks without a replacement, as `family/bank`. */
  readonly publicBanks: readonly string[]
}

/**
 * Reads the folder of a secret: `secret.json` with `first_seed`, `key` and `canary`, and optional files
 * `phrases/<family>.json` with the replaced phrase banks of a family, as parts by name.
 *
 * @throws {RangeError} if a file is invalid; names the file and what is expected there
 */
export function readSecret(folder: string, families: readonly Family[]): Secret {
  const file = join(folder, 'secret.json')
  const value = readJson(file)
  const { first_seed, key, canary } = isJsonObject(value) ? value : {}
  if (typeof first_seed !== 'number' || !Number.isSafeInteger(first_seed) || first_seed < minSecretSeed) {
    throw new RangeError(
      `${file}: expected a first_seed of at least ${minSecretSeed}, got ${JSON.stringify(first_seed)}`,
    )
  }
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) {
    throw new RangeError(`${file}: expected a key of 32 hex digits; make a secret with --new`)
  }
  if (typeof canary !== 'string' || !/[0-9a-f]{8}-[0-9a-f-]{27}/.test(canary)) {
    throw new RangeError(`${file}: expected a canary with a UUID, got ${JSON.stringify(canary)}`)
  }
  const phrases = new Map<PhraseBank<string>, PhraseBank<string>>()
  const publicBanks: string[] = []
  for (const { name, phraseBanks = {} } of families) {
    const pack = join(folder, 'phrases', `${name}.json`)
    const written = existsSync(pack) ? readJson(pack) : {}
    const unknown = Object.keys(isJsonObject(written) ? written : {}).find((bank) => !Object.hasOwn(phraseBanks, bank))
    if (unknown !== undefined) throw new RangeError(`${pack}: expected banks of ${name}, got ${unknown}`)
    for (const [bank, own] of Object.entries(phraseBanks)) {
      const parts = isJsonObject(written) ? written[bank] : undefined
      if (parts === undefined) publicBanks.push(`${name}/${bank}`)
      else phrases.set(own, readBank(own, parts, `${pack}: ${bank}`))
    }
  }
  return { firstSeed: first_seed, key: splitWords(key), canary, phrases, publicBanks }
}

/** Parses hex digits as 32-bit integers. */
function splitWords(hex: string): readonly number[] {
  return Array.from(hex.matchAll(/.{8}/g), ([word]) => Number.parseInt(word, 16))
}

/** Reads the replacement of a phrase bank: it needs enough phrases, the same slots, and no public phrase. */
function readBank(own: PhraseBank<string>, value: unknown, at: string): PhraseBank<string> {
  const parts = readParts(value, at)
  const known = publicForm(own, parts)
  if (known !== undefined) {
    throw new RangeError(
      `${at}: expected other words than the public ones, got ${JSON.stringify(known)}; write it anew`,
    )
  }
  try {
    return definePhrases({ slots: own.slots, parts })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RangeError(`${at}: ${error.message}`, { cause: error })
  }
}

function readParts(value: unknown, at: string): readonly (readonly string[])[] {
  const isList =
    Array.isArray(value) && value.every((part) => Array.isArray(part) && part.every((form) => typeof form === 'string'))
  if (!isList) throw new RangeError(`${at}: expected a list of parts, each a list of forms`)
  return value
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new RangeError(
      `${file}: expected a file in JSON, ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}
