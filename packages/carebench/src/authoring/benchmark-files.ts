import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { benchmarkDefinitionSchema, type Finding, isJsonObject, validatorFor } from '@carebench/protocol'
import { readDataFile } from '../files/data-file.js'
import { type PositionFinder, positionsIn } from '../files/text-position.js'
import { whyUnreadable } from '../files/unreadable.js'
import { UsageError } from '../terminal/exit-reason.js'
import { explainFinding } from './explain-finding.js'

/** The name of the definition in the folder of a benchmark. */
export const definitionFile = 'benchmark.json'
const otherDefinitionFiles = ['benchmark.yaml', 'benchmark.yml'] as const

/** An error in the files of a benchmark. */
export interface Problem {
  readonly file: string
  /** JSON Pointer into the file; empty for the whole file. */
  readonly path: string
  /** What is expected, and what was found. */
  readonly message: string
  /** Of the place in the file, from 1. Absent if the file has no such place. */
  readonly line?: number
  readonly column?: number
  /** The name of the task, and the label of its criterion, if the problem is in one. */
  readonly task?: string
  readonly criterion?: string
}

/** A benchmark as files. */
export interface BenchmarkFiles {
  /** The file of the definition. */
  readonly file: string
  /** Includes the data of its dataset files; not yet validated. */
  readonly definition: unknown
  /** Translates a pointer into the definition to a file and a pointer into it. */
  locate(pointer: string): { readonly file: string; readonly path: string }
}

/**
 * Reads a benchmark from its folder, or from the file of its definition, in JSON or YAML. A dataset may name a file in
 * the folder as `file` instead of a `config`; a FHIR bundle there means `{"bundle": …}`. Throws a {@link UsageError}
 * that names the file if one cannot be read.
 */
export function openBenchmarkFiles(path: string): BenchmarkFiles {
  const file = isFolder(path) ? definitionIn(path) : path
  const definition = readDataFile(file)
  if (!isJsonObject(definition)) return { file, definition, locate: (path) => ({ file, path }) }
  const sources = new Map<string, Source>()
  const read = (owner: unknown, at: string): unknown => withDatasets(owner, { file, at, sources })
  const { tasks } = definition
  const whole = read(definition, '')
  return {
    file,
    definition: Array.isArray(tasks)
      ? { ...(whole as object), tasks: tasks.map((task, index) => read(task, `/tasks/${index}`)) }
      : whole,
    locate(path) {
      const [, dataset = '', rest = ''] =
        /^((?:\/tasks\/\d+)?\/environment\/datasets\/\d+)\/config(.*)$/s.exec(path) ?? []
      const source = sources.get(dataset)
      if (source === undefined) return { file, path }
      return { file: source.file, path: source.isBundle ? rest.replace(/^\/bundle/, '') : rest }
    },
  }
}

/** A benchmark or a task with the data that its datasets name files for; their sources are added, by pointer. */
function withDatasets(
  owner: unknown,
  { file, at, sources }: { readonly file: string; readonly at: string; readonly sources: Map<string, Source> },
): unknown {
  const environment = member(owner, 'environment')
  const datasets = member(environment, 'datasets')
  if (!isJsonObject(owner) || !isJsonObject(environment) || !Array.isArray(datasets)) return owner
  const read = datasets.map((written, index) => {
    const place = `${at}/environment/datasets/${index}`
    const { dataset, source } = naming(file, place, () => withConfig(written, dirname(file)))
    if (source !== undefined) sources.set(place, source)
    return dataset
  })
  return { ...owner, environment: { ...environment, datasets: read } }
}

/** The places where a definition does not match its schema. */
export function shapeProblems(files: BenchmarkFiles): readonly Problem[] {
  const { definition } = files
  const findings = validatorFor('benchmarkDefinition')(definition) ?? []
  return toProblems(
    files,
    findings.map((finding) => explainFinding(benchmarkDefinitionSchema, definition, finding)),
  )
}

/** Findings in a definition as problems of its files. */
export function toProblems(files: BenchmarkFiles, findings: readonly Finding[]): readonly Problem[] {
  const finders = new Map<string, PositionFinder>()
  return findings.map(({ path, message }) => {
    const { file, path: at } = files.locate(path)
    const find = finders.get(file) ?? positionsIn(file)
    finders.set(file, find)
    return { file, path: at, ...find(at), ...partOf(files.definition, path), message }
  })
}

/** The names of the task and the criterion that a pointer into a definition leads into. */
function partOf(definition: unknown, path: string): Pick<Problem, 'task' | 'criterion'> {
  const [, task, criterion] = /^\/tasks\/(\d+)(?:\/criteria\/(\d+))?(?:\/|$)/.exec(path) ?? []
  if (task === undefined) return {}
  const owner = element(member(definition, 'tasks'), task)
  const name = member(owner, 'name')
  const label = criterion === undefined ? undefined : member(element(member(owner, 'criteria'), criterion), 'label')
  return { ...(typeof name === 'string' && { task: name }), ...(typeof label === 'string' && { criterion: label }) }
}

function element(list: unknown, index: string): unknown {
  return Array.isArray(list) ? list[Number(index)] : undefined
}

function definitionIn(folder: string): string {
  const found = [definitionFile, ...otherDefinitionFiles].find((name) => existsSync(join(folder, name)))
  if (found === undefined) {
    throw new UsageError(
      `${folder} has no ${[definitionFile, ...otherDefinitionFiles].join(', ')}; carebench init DIR creates one`,
    )
  }
  return join(folder, found)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    throw new UsageError(
      `${path} is neither a folder with a ${definitionFile}, nor such a file, nor a reference such as prior-auth@1`,
    )
  }
}

/** Runs a function that reads the file of a dataset. What it throws names the place of that file in the definition. */
function naming<Result>(definition: string, dataset: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const pointer = `${dataset}/file`
    const { line, column } = positionsIn(definition)(pointer) ?? {}
    const place = line === undefined ? '' : ` (line ${line}, column ${column})`
    throw new UsageError(`${error.message}; ${definition} names it at ${pointer}${place}`, { cause: error })
  }
}

interface Source {
  readonly file: string
  /** Whether the file is a FHIR bundle, which means `{"bundle": …}`. */
  readonly isBundle: boolean
}

function withConfig(dataset: unknown, folder: string): { readonly dataset: unknown; readonly source?: Source } {
  const file = member(dataset, 'file')
  if (!isJsonObject(dataset) || typeof file !== 'string' || 'config' in dataset) return { dataset }
  const inside = relative(folder, resolve(folder, file))
  if (leadsOut(folder, resolve(folder, file)) || leadsOut(realPath(folder), realPath(join(folder, inside)))) {
    throw new UsageError(`${basename(folder)}: the dataset file ${file} is not in the folder of the benchmark`)
  }
  // Reading a pipe or a device might never end.
  if (!statSync(join(folder, inside)).isFile()) throw new UsageError(`${join(folder, inside)} is not a file`)
  const { file: _, ...rest } = dataset
  const content = readDataFile(join(folder, inside))
  const isBundle = member(content, 'resourceType') === 'Bundle'
  const config = isBundle ? { bundle: content } : content
  return { dataset: { ...rest, config }, source: { file: join(folder, inside), isBundle } }
}

/** Whether a path leads out of a folder. */
function leadsOut(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
}

/** Resolves links: benchmarks come from others, and a link in them may point anywhere. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
}

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
