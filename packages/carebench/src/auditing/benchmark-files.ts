import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type BenchmarkDefinition, validatorFor } from '@carebench/protocol'
import { WrongUse } from '../exit-reason.js'

/** The name of the definition in the folder of a benchmark. */
export const definitionFile = 'benchmark.json'

/**
 * Reads a benchmark from its folder, or from the file of its definition. A dataset may name a JSON file of the folder in
 * `file` in the place of its `config`; a FHIR bundle there stands for `{"bundle": …}`.
 * Throws a {@link WrongUse} that names the file and what is wrong with it.
 */
export function readBenchmarkFiles(path: string): BenchmarkDefinition {
  const file = isFolder(path) ? join(path, definitionFile) : path
  const definition = withDatasets(readJson(file), dirname(file))
  const faults = validatorFor('benchmarkDefinition')(definition)
  if (faults === null) return definition as BenchmarkDefinition
  const shown = faults.slice(0, 5).map(({ path: at, message }) => `${at === '' ? '/' : at} ${message}`)
  const more = faults.length > shown.length ? `; and ${faults.length - shown.length} more` : ''
  throw new WrongUse(`${file}: ${shown.join('; ')}${more}`)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    throw new WrongUse(
      `${path} is neither a folder with a ${definitionFile} nor such a file, nor a reference such as prior-auth@1`,
    )
  }
}

function withDatasets(definition: unknown, folder: string): unknown {
  const environment = member(definition, 'environment')
  const datasets = member(environment, 'datasets')
  if (!isRecord(definition) || !isRecord(environment) || !Array.isArray(datasets)) return definition
  return { ...definition, environment: { ...environment, datasets: datasets.map((one) => withConfig(one, folder)) } }
}

function withConfig(dataset: unknown, folder: string): unknown {
  const file = member(dataset, 'file')
  if (!isRecord(dataset) || typeof file !== 'string' || 'config' in dataset) return dataset
  const inside = relative(folder, resolve(folder, file))
  if (inside === '..' || inside.startsWith(`..${sep}`) || inside === resolve(file)) {
    throw new WrongUse(`${basename(folder)}: the dataset file ${file} is not in the folder of the benchmark`)
  }
  const { file: _, ...rest } = dataset
  const content = readJson(join(folder, inside))
  return { ...rest, config: member(content, 'resourceType') === 'Bundle' ? { bundle: content } : content }
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new WrongUse(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  try {
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new WrongUse(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
