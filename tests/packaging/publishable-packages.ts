import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The workspace's root directory. */
export const workspaceRoot = resolve(import.meta.dirname, '../..')

/** A published package. */
export interface PublishablePackage {
  readonly name: string
  readonly version: string
  readonly directory: string
  /** Whether it has a `dist`, which a build makes; a package of data has none. */
  readonly isBuilt: boolean
  /** Its entry points: `@carebench/client`, `@carebench/client/node`. */
  readonly entries: readonly string[]
  readonly bins: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly scripts?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
}

/** Entries that may use Node, or a test runner that does; all others must also run in a browser. */
export function isNodeFacing(entry: string): boolean {
  const packages = /^(@carebench\/conformance|carebench)(\/|$)/
  const subpaths = /^@carebench\/(client\/(node|undici)|server(\/channels)?|store\/(contract|sql))$/
  return packages.test(entry) || subpaths.test(entry)
}

/** Every package in the workspace's package folders that is not private. Throws if it finds suspiciously few. */
export function publishablePackages(): PublishablePackage[] {
  const folders = [
    'fixtures',
    'benchmarks/carebench-1',
    ...readdirSync(join(workspaceRoot, 'packages')).map((name) => join('packages', name)),
  ]
  const found = folders
    .map((folder) => join(workspaceRoot, folder))
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .map((directory) => ({ directory, manifest: readManifest(directory) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ directory, manifest }) => ({
      name: manifest.name,
      version: manifest.version,
      directory,
      isBuilt: manifest.scripts?.build !== undefined,
      entries: Object.keys(manifest.exports ?? {})
        .filter((key) => !key.endsWith('.json'))
        .map((key) => manifest.name + key.slice(1)),
      bins: Object.keys(manifest.bin ?? {}),
    }))
  if (found.length < 12) throw new Error(`Expected at least 12 publishable packages, found ${found.length}.`)
  return found
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
}
