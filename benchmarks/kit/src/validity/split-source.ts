import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Clinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import type { Family } from '../family.js'
import { frozenFolder } from '../frozen-folder.js'
import { instanceDigest } from '../instance-digest.js'
import { outsideRepository } from '../sealing/outside-repository.js'
import { sealedSetting, sealFamilies } from '../sealing/seal.js'
import { readSecret } from '../sealing/secret.js'
import { type DrawnFamily, drawFamilies, type SplitSetting } from '../split-files.js'
import { type SplitName, settingFor, splitNames } from '../splits.js'

/** A split with its drawn instances, which can be validated. */
export interface SplitSource {
  readonly setting: SplitSetting
  /** The folder of its files and results. */
  readonly folder: string
  readonly drawn: readonly DrawnFamily[]
  /** The folder of its secret. */
  readonly secret?: string
}

/** Opens the splits with these names or folders; all splits of the repository if none is named. */
export function openSplits(
  wanted: readonly string[],
  { clinic, secret }: { readonly clinic: Clinic; readonly secret: string | undefined },
): readonly SplitSource[] {
  const [first, ...more] = wanted
  if (first === undefined && secret === undefined) return splitNames.map((split) => openFrozen(split, clinic))
  const frozen = wanted.map(frozenSplit)
  if (secret === undefined && frozen.every((split) => split !== undefined)) {
    return frozen.map((split) => openFrozen(split, clinic))
  }
  if (secret === undefined || first === undefined || more.length > 0 || frozen[0] !== undefined) {
    const got = [...wanted, ...(secret === undefined ? [] : [`--secret ${secret}`])].join(' ')
    throw new RangeError(
      `expected splits of the repository (${splitNames.join(', ')}), or the folder of one sealed split with --secret DIR, got ${got}`,
    )
  }
  return [openSealed(resolve(first), resolve(secret), { clinic })]
}

/** Returns the name of a repository split, such as `dev`, from its name or folder; undefined for others. */
function frozenSplit(wanted: string): SplitName | undefined {
  return splitNames.find((split) => wanted === split || resolve(wanted) === join(frozenFolder, split))
}

function openFrozen(split: SplitName, clinic: Clinic): SplitSource {
  const setting = settingFor(split, clinic)
  return { setting, folder: join(frozenFolder, split), drawn: drawFamilies(families, setting) }
}

/**
 * Draws a sealed split again, and compares it with its folder.
 *
 * @throws {RangeError} if a folder is in the repository, or if the instances differ
 */
export function openSealed(
  folder: string,
  secretFolder: string,
  { clinic, families: all = families }: { readonly clinic: Clinic; readonly families?: readonly Family[] },
): SplitSource {
  outsideRepository(folder)
  const secret = readSecret(outsideRepository(secretFolder), all)
  const setting = sealedSetting(secret, clinic)
  const drawn = drawFamilies(sealFamilies(all, secret), setting)
  const digests = drawn.flatMap(({ instances }) => instances).map((instance) => instanceDigest(instance))
  const sealed = readDigests(join(folder, 'manifest.json'))
  if (JSON.stringify(sealed) !== JSON.stringify(digests)) {
    throw new RangeError(
      `${join(folder, 'manifest.json')}: expected the ${digests.length} instances that the secret in ${secretFolder} gives, got ${sealed.length}, not all of them the same; name the split's own secret, or seal it again if the generator has changed since`,
    )
  }
  return { setting, folder, drawn, secret: secretFolder }
}

function readDigests(file: string): readonly unknown[] {
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new RangeError(`${file}: expected the manifest of a sealed split; pnpm benchmark:seal writes it`, { cause })
  }
  const instances = typeof manifest === 'object' && manifest !== null && 'instances' in manifest && manifest.instances
  if (!Array.isArray(instances)) throw new RangeError(`${file}: expected a list of instances, got none`)
  return instances.map((instance: { readonly digest?: unknown } | null) => instance?.digest)
}
