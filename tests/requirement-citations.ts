import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scenarios } from '@carebench/conformance'
import { opaque, sourcePathsIn, workspaceRoot } from './workspace-sources.js'

/** A requirement named in the title of a test. */
export interface Citation {
  readonly id: string
  /** `tests/listing.test.ts:12` */
  readonly place: string
}

/** The citations in the tests of the workspace. */
export interface Citations {
  readonly files: number
  readonly cited: readonly Citation[]
  /** Texts that look like citations but are not: in other strings, and in titles of tests that do not run. */
  readonly lost: readonly Citation[]
}

/** Requirements without a test. */
export interface PendingRequirements {
  /** The number of ids; a change may lower it but not raise it. */
  readonly ceiling: number
  /** In alphabetical order. */
  readonly pending: readonly string[]
}

const idPattern = '[a-z][a-z0-9-]*\\.[a-z0-9-]+'
const atEnd = new RegExp(`\\[(${idPattern}(?:, ${idPattern})*)\\]$`)
const anywhere = new RegExp(`\\[(${idPattern}(?:, (?:\\\\\n)?${idPattern})*)\\](?=['"\`])`, 'g')
/** A literal as {@link opaque} leaves it, and a call that begins with one. */
const literal = '\\u0001(\\d+)\\u0001'
const firstText = new RegExp(`^\\s*\\(\\s*${literal}`)
const pendingPath = join(workspaceRoot, 'tests/requirements-pending.json')

/**
 * Reads every test of the workspace, and the contract suites that tests run. A scenario of the conformance kit cites
 * the requirements that it checks: `tests/conformance/conformance.test.ts` runs all of them, and fails if one is not
 * tried.
 */
export function readCitations(): Citations {
  const paths = ['packages', 'fixtures', 'examples', 'tests']
    .flatMap(sourcePathsIn)
    .filter((path) => /\.test\.ts$|\/src\/(contract|testing)\/[^/]+\.ts$/.test(path))
  const found = paths.map((path) => listCitations(path, readFileSync(join(workspaceRoot, path), 'utf8')))
  return {
    files: paths.length,
    cited: [...found.flatMap(({ cited }) => cited), ...checkedByTheKit()],
    lost: found.flatMap(({ lost }) => lost),
  }
}

function checkedByTheKit(): readonly Citation[] {
  return scenarios.flatMap(({ name, ids }) => ids.map((id) => ({ id, place: `the conformance scenario "${name}"` })))
}

/** The citations in the titles of one file. */
export function listCitations(path: string, text: string): Omit<Citations, 'files'> {
  const cited: Citation[] = []
  const skipped: Citation[] = []
  const seen = new Map<string, number>()
  for (const { title, runs } of listTitles(text)) {
    const ids = atEnd.exec(title)?.[1]
    if (ids === undefined) continue
    seen.set(ids, (seen.get(ids) ?? 0) + 1)
    const place = `${path}:${lineAt(text, text.indexOf(title.slice(0, 40)))}`
    for (const id of ids.split(', ')) (runs ? cited : skipped).push({ id, place })
  }
  const lost: Citation[] = []
  for (const { 1: listed = '', index } of text.matchAll(anywhere)) {
    const ids = listed.replaceAll('\\\n', '')
    const left = seen.get(ids) ?? 0
    if (left === 0) lost.push({ id: ids, place: `${path}:${lineAt(text, index)}` })
    seen.set(ids, left - 1)
  }
  return { cited, lost: [...lost, ...skipped] }
}

/** The titles of `it` and `test`, with `.each(…)`, `.skipIf(…)` and the like; strings in other calls are not titles. */
function listTitles(text: string): { readonly title: string; readonly runs: boolean }[] {
  const { code, strings } = opaque(text)
  const found: { title: string; runs: boolean }[] = []
  for (const { 0: call, 1: names = '', index } of code.matchAll(/(?<![\w$.])(?:it|test)((?:\.\w+)*)/g)) {
    const takesArguments = /\.(each|for|skipIf|runIf)$/.test(names)
    let at = index + call.length
    if (takesArguments) at = afterGroup(code, at)
    const place = firstText.exec(code.slice(at, at + 200))?.[1]
    const title = place === undefined ? undefined : strings[Number(place)]
    if (title !== undefined) found.push({ title, runs: !/\.(skip|todo|fails)\b/.test(names) })
  }
  return found
}

/** The position after the brackets that begin at or after a position. */
function afterGroup(code: string, start: number): number {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if (code[at] === '(') depth++
    else if (code[at] === ')' && --depth === 0) return at + 1
  }
  return code.length
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

export function readPending(): PendingRequirements {
  return JSON.parse(readFileSync(pendingPath, 'utf8'))
}

/** All inconsistencies between requirements, citations and the pending list, each with its fix. */
export function citationFaults(
  known: readonly string[],
  { cited, lost }: Pick<Citations, 'cited' | 'lost'>,
  { ceiling, pending }: PendingRequirements,
): readonly string[] {
  const ids = new Set(known)
  const uses = new Map(cited.map(({ id, place }) => [id, place]))
  const waiting = new Set(pending)
  return [
    ...cited
      .filter(({ id }) => !ids.has(id))
      .map(({ id, place }) => `${place} cites ${id}, which does not exist. Did you mean ${nearest(id, known)}?`),
    ...lost.map(
      ({ id, place }) => `${place} has [${id}] where it cites nothing: end the title of a test that runs with it.`,
    ),
    ...known
      .filter((id) => !uses.has(id) && !waiting.has(id))
      .map((id) => `No test cites ${id}: write one and end its title with [${id}].`),
    ...pending
      .filter((id) => uses.has(id))
      .map((id) => `${id} is pending, and ${uses.get(id)} cites it: run pnpm requirements, which takes it out.`),
    ...pending.filter((id) => !ids.has(id)).map((id) => `${id} is pending, and does not exist: take it out.`),
    ...(pending.join() === [...waiting].sort().join() ? [] : ['The pending ids are not in order, each once.']),
    ...(pending.length === ceiling
      ? []
      : [`There are ${pending.length} pending ids; the ceiling must say so, not ${ceiling}.`]),
  ]
}

/** The known id with the smallest edit distance. */
function nearest(id: string, known: readonly string[]): string | undefined {
  let best: { readonly id: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const distance = editDistance(id, candidate)
    if (best === undefined || distance < best.distance) best = { id: candidate, distance }
  }
  return best?.id
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
