import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'
import { readDataFile } from '../files/data-file.js'
import { positionsIn } from '../files/text-position.js'
import { whyUnreadable } from '../files/unreadable.js'
import { UsageError } from '../terminal/exit-reason.js'
import { hasPolicies } from './policy-systems.js'

interface Source {
  readonly file: string
  /** Prefix that pointers into the definition have, and pointers into the file do not: `/bundle` for a FHIR bundle. */
  readonly below: '' | '/bundle'
}

/**
 * The content of the files that a definition names. Translates pointers into the definition to places in these files.
 */
export class NamedFiles {
  readonly #definition: string
  /** The files by the pointer of their content in the definition. */
  readonly #sources = new Map<string, Source>()

  /** Takes the definition file; file names are relative to its folder. */
  constructor(definition: string) {
    this.#definition = definition
  }

  /** Returns a benchmark or a task, at a pointer, with the content of the files that its environment names. */
  fillIn(owner: unknown, at: string): unknown {
    const environment = isJsonObject(owner) ? owner.environment : undefined
    if (!isJsonObject(owner) || !isJsonObject(environment)) return owner
    const filled: Record<string, unknown> = { ...environment }
    const place = `${at}/environment`
    if (Array.isArray(filled.datasets)) {
      filled.datasets = filled.datasets.map((one, index) => this.#dataset(one, `${place}/datasets/${index}`))
    }
    const { simulators } = environment
    if (Array.isArray(simulators)) {
      filled.simulators = simulators.map((one, index) => this.#system(one, `${place}/simulators/${index}`))
    } else if (isJsonObject(simulators)) {
      // A task's changes to configurations, by the key of the system.
      const changes = Object.entries(simulators).map(([key, config]) => [
        key,
        this.#config(config, pointerTo(`${place}/simulators`, key)),
      ])
      filled.simulators = Object.fromEntries(changes)
    }
    return { ...owner, environment: filled }
  }

  /** Translates a pointer into the definition to a file and a pointer into it. */
  locate(path: string): { readonly file: string; readonly path: string } {
    for (const [place, { file, below }] of this.#sources) {
      if (path !== place && !path.startsWith(`${place}/`)) continue
      const rest = path.slice(place.length)
      return { file, path: rest.startsWith(below) ? rest.slice(below.length) : rest }
    }
    return { file: this.#definition, path }
  }

  #dataset(dataset: unknown, place: string): unknown {
    if (!isJsonObject(dataset) || typeof dataset.file !== 'string' || 'config' in dataset) return dataset
    const { file, ...rest } = dataset
    const content = this.#read('dataset', file, `${place}/file`)
    const isBundle = isJsonObject(content.value) && content.value.resourceType === 'Bundle'
    this.#sources.set(`${place}/config`, { file: content.file, below: isBundle ? '/bundle' : '' })
    return { ...rest, config: isBundle ? { bundle: content.value } : content.value }
  }

  #system(system: unknown, place: string): unknown {
    if (!isJsonObject(system) || !hasPolicies(system.type) || !('config' in system)) return system
    return { ...system, config: this.#config(system.config, `${place}/config`) }
  }

  #config(config: unknown, place: string): unknown {
    if (!isJsonObject(config) || !Array.isArray(config.policies)) return config
    const policies = config.policies.map((policy, index) => this.#policy(policy, `${place}/policies/${index}`))
    return { ...config, policies }
  }

  #policy(policy: unknown, place: string): unknown {
    if (!isJsonObject(policy) || typeof policy.file !== 'string' || Object.keys(policy).length > 1) return policy
    const { value, file } = this.#read('policy', policy.file, `${place}/file`)
    this.#sources.set(place, { file, below: '' })
    return value
  }

  /** Reads a file that the definition names at a pointer. Errors name both. */
  #read(what: string, name: string, pointer: string): { readonly value: unknown; readonly file: string } {
    try {
      const file = fileIn(dirname(this.#definition), name, what)
      return { value: readDataFile(file), file }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      const { line, column } = positionsIn(this.#definition)(pointer) ?? {}
      const at = line === undefined ? '' : ` (line ${line}, column ${column})`
      throw new UsageError(`${error.message}; ${this.#definition} names it at ${pointer}${at}`, { cause: error })
    }
  }
}

/** Returns the path of a file in a folder. Throws if it is outside the folder, or not a file. */
function fileIn(folder: string, name: string, what: string): string {
  const inside = relative(folder, resolve(folder, name))
  const file = join(folder, inside)
  if (leadsOut(folder, resolve(folder, name)) || leadsOut(realPath(folder), realPath(file))) {
    throw new UsageError(`${basename(folder)}: the ${what} file ${name} is not in the folder of the benchmark`)
  }
  // Reading a pipe or a device might never end.
  if (!statSync(file).isFile()) throw new UsageError(`${file} is not a file`)
  return file
}

/** Whether a path leads out of a folder. */
function leadsOut(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
}

/** Resolves links: benchmarks may come from strangers, and a link in them may point anywhere. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
}
