import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles } from '../guides/code-blocks.js'
import { workspaceRoot } from '../workspace-sources.js'

/** Not checked: frozen instances, generated reports and tables, and changelogs. */
const left =
  /^benchmarks\/carebench-1\/|(^|\/)(api|\.changeset)\/|CHANGELOG\.md$|\.d\.ts$|\/definitions\/(r4-\w+|dictionary)\.ts$/

const sources = listFiles('*.ts', '*.mjs', '*.js').filter((file) => !left.test(file))
const pages = listFiles('*.md').filter((file) => !left.test(file))
const texts = new Map([...sources, ...pages].map((file) => [file, readFileSync(join(workspaceRoot, file), 'utf8')]))

/** Phrases that read like a translation, what to write instead, and the files in which they are right. */
const banned: readonly (readonly [phrase: RegExp, instead: string, allowed: RegExp])[] = [
  // Allowed: a name that earlier versions stored, and names of retractions.
  [/\buntold\b/i, 'unscored, undecided or unlogged', /\/stored-broken\.ts$|\/stance\/retraction\.ts$/],
  // A prompt is part of what is measured.
  [/\bcarr(?:y|ies|ied|ying) out\b/i, 'run or apply', /\/system-prompt\.ts$|\/provider\.test\.ts$|^benchmarks\//],
  [/\bso many (?:milliseconds|seconds|characters|bytes|minutes|days)\b/i, 'a limit with its unit', /^benchmarks\//],
  [/\bby somebody\b/i, 'who it is', /^benchmarks\//],
  [/\bwho(?:m)?ever\b/i, 'anyone who', /^benchmarks\//],
  [/\bcarebench desk\b/, 'carebench serve-task', /^$/],
]

it('finds sources and pages', () => {
  expect(sources.length).toBeGreaterThan(1500)
  expect(pages.length).toBeGreaterThan(100)
})

describe('the glossary', () => {
  it.each(banned)('rejects %s, for which one writes: %s', (phrase, _, allowed) => {
    const found = [...texts].flatMap(([file, text]) =>
      allowed.test(file) || file.endsWith('language.test.ts')
        ? []
        : text.split('\n').flatMap((line, at) => (phrase.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('calls limits max and min', () => {
    const limit = /\bconst (?:most|least|longest|shortest|fewest|largest|smallest)(?:[A-Z]\w*)? = [\d.]/
    expect(linesWith(limit, (file) => !file.startsWith('benchmarks/'))).toEqual([])
  })

  it('ends the names of error classes in Error', () => {
    const unfit = /class \w+(?<!Error) extends \w*Error\b/
    expect(linesWith(unfit, (file) => !file.startsWith('benchmarks/'))).toEqual([])
  })

  it('names nothing told, except what is stored under this name', () => {
    const named = /\b(?:(?:const|let|function|readonly) told\b|told[A-Z]\w*|\w+Told\b|Told[A-Z]\w*)/
    const stored = /^packages\/systems\/src\/(?:persona\/knowledge|voice\/model\/call-row)\.ts$/
    expect(linesWith(named, (file) => !/^benchmarks\/|language\.test/.test(file) && !stored.test(file))).toEqual([])
  })

  it('allows no further function named `…Of`', () => {
    const named = [...texts.values()].join('\n').match(/^\s*(?:export )?(?:async )?function\*? \w+Of\b/gm) ?? []
    expect(named.length).toBeLessThanOrEqual(functionsOf)
  })
})

describe('lines of at most 120 columns', () => {
  it('holds for comments', () => {
    expect(linesWith(/^(?=.{121})\s*(?:\*|\/\*|\/\/ )/, (file) => !unwrapped.test(file))).toEqual([])
  })

  it('holds for code, but for the instructions and cards that the kit writes', () => {
    expect(linesWith(/^.{121}/, (file) => file.endsWith('.ts') && !file.startsWith('benchmarks/kit/'))).toEqual([])
  })
})

describe('pages', () => {
  const words = new Map(
    [...texts].flatMap(([file, text]) =>
      file.startsWith('docs/') && file.endsWith('.md') ? [[file, text.split(/\s+/).filter(Boolean).length]] : [],
    ),
  )

  it('have at most 2,000 words, the contract 3,000', () => {
    const long = [...words].filter(([file, count]) => count > (file.endsWith('/contract.md') ? 3000 : 2000))
    expect(long).toEqual([])
  })

  it('have no more words together than before', () => {
    expect([...words.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(maxWords)
  })
})

/** Files with long lines that are no comments: templates with the text they print, and prose with lists by `*`. */
const unwrapped = /^benchmarks\/kit\/src\/day\/|^packages\/fhir\/scripts\/|\/openapi\/prose\.ts$/

/** Maximum counts. Lower them whenever the actual count is lower. */
const functionsOf = 13
const maxWords = 61_800

function linesWith(pattern: RegExp, isHere: (file: string) => boolean): string[] {
  return sources
    .filter(isHere)
    .flatMap((file) =>
      (texts.get(file) ?? '').split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : [])),
    )
}
