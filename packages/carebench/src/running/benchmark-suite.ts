import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { listObjects } from '../runner/json-shape.js'
import type { ItemFamilies } from '../runner/results/item-summary.js'
import { familyOfTask } from '../runner/results/task-family.js'
import { UsageError } from '../terminal/exit-reason.js'

/** A benchmark with several splits, each in its own folder: an installed package, or a folder. */
export interface BenchmarkSuite {
  readonly folder: string
  /** The folders of its splits, as its `package.json` lists them in `carebench.splits`. */
  readonly splits: readonly string[]
}

/**
 * Finds a suite by its folder, or by the name of its package without `@carebench/`. Undefined if the source is
 * something else.
 */
export function findSuite(source: string): BenchmarkSuite | undefined {
  if (existsSync(source)) return readSuite(resolve(source))
  if (!/^[a-z][a-z0-9-]*$/.test(source)) return undefined
  for (const from of [join(process.cwd(), 'x.js'), import.meta.url]) {
    try {
      return readSuite(dirname(createRequire(from).resolve(`@carebench/${source}/package.json`)))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  return undefined
}

function readSuite(folder: string): BenchmarkSuite | undefined {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const own = isJsonObject(manifest) ? manifest.carebench : undefined
  const splits =
    isJsonObject(own) && Array.isArray(own.splits) ? own.splits.filter((one) => typeof one === 'string') : []
  return splits.length === 0 ? undefined : { folder, splits }
}

/** Returns the folder of a split. Throws a {@link UsageError} that lists the splits if there is none with that name. */
export function folderOfSplit({ folder, splits }: BenchmarkSuite, split: string | undefined): string {
  if (split === undefined || !splits.includes(split)) {
    throw new UsageError(
      `name a split of the benchmark with --split ${splits.join('|')}${split === undefined ? '' : `, got ${split}`}`,
    )
  }
  return join(folder, split)
}

/**
 * Reads the families of items from the `manifest.json` of a split, which says from which instance each item was made.
 * Undefined without one, or if it has no items.
 */
export function readItemFamilies(folder: string): ItemFamilies | undefined {
  const file = join(folder, 'manifest.json')
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const families = listObjects(isJsonObject(manifest) ? manifest.instances : undefined).flatMap(({ id, items }) => {
    const named = listObjects(items).flatMap(({ key, instance }) => {
      const family = familyOfTask(String(instance))
      return family === undefined ? [] : [[String(key), family] as const]
    })
    return named.length === 0 ? [] : [[String(id), Object.fromEntries(named)] as const]
  })
  return families.length === 0 ? undefined : Object.fromEntries(families)
}

function isNotFound(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
  )
}
