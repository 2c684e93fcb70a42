import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { benchmarkDefinitionSchema, type Finding, isJsonObject, validatorFor } from '@carebench/protocol'
import { readDataFile } from '../files/data-file.js'
import { type PositionFinder, positionsIn } from '../files/text-position.js'
import { UsageError } from '../terminal/exit-reason.js'
import { explainFinding } from './explain-finding.js'
import { NamedFiles } from './named-files.js'

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
  /** The line in the file, counted from 1. Absent if the file has no such place. */
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
 * the folder as `file` instead of a `config`, where a FHIR bundle stands for `{"bundle": …}`; a payer's policy may be
 * `{"file": …}`. Throws a {@link UsageError} that names the file if one cannot be read.
 */
export function openBenchmarkFiles(path: string): BenchmarkFiles {
  const file = isFolder(path) ? definitionIn(path) : path
  const definition = readDataFile(file)
  if (!isJsonObject(definition)) return { file, definition, locate: (path) => ({ file, path }) }
  const reader = new NamedFiles(file)
  const { tasks } = definition
  const whole = reader.fillIn(definition, '')
  return {
    file,
    definition: Array.isArray(tasks)
      ? { ...(whole as object), tasks: tasks.map((task, index) => reader.fillIn(task, `/tasks/${index}`)) }
      : whole,
    locate: (path) => reader.locate(path),
  }
}

/** Returns the places where a definition does not match its schema. */
export function shapeProblems(files: BenchmarkFiles): readonly Problem[] {
  const { definition } = files
  const findings = validatorFor('benchmarkDefinition')(definition) ?? []
  return toProblems(
    files,
    findings.map((finding) => explainFinding(benchmarkDefinitionSchema, definition, finding)),
  )
}

/** Converts findings in a definition to problems of its files. */
export function toProblems(files: BenchmarkFiles, findings: readonly Finding[]): readonly Problem[] {
  const finders = new Map<string, PositionFinder>()
  return findings.map(({ path, message }) => {
    const { file, path: at } = files.locate(path)
    const find = finders.get(file) ?? positionsIn(file)
    finders.set(file, find)
    return { file, path: at, ...find(at), ...findPart(files.definition, path), message }
  })
}

/** Returns the names of the task and the criterion at a pointer into a definition. */
function findPart(definition: unknown, path: string): Pick<Problem, 'task' | 'criterion'> {
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

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
