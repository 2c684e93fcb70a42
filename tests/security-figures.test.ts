import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from './workspace-sources.js'

const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, s: 1, min: 60, h: 3600 }

/** A row of the table in docs/reference/security.md. */
interface Bound {
  readonly what: string
  /** The figure in bytes, seconds or pieces, and without its unit. */
  readonly values: readonly number[]
  readonly path: string
  /** The names that lead to it: `jsonValues.body`. */
  readonly name: string
}

function bounds(): Bound[] {
  const page = readFileSync(join(workspaceRoot, 'docs/reference/security.md'), 'utf8')
  const rows = page.matchAll(/^\| (.+?) +\| ([\d,]+)(?: (\w+|%))? +\| `([\w./-]+)` ([\w.]+) +\|$/gm)
  return [...rows].map(([, what = '', digits = '', unit = '', path = '', name = '']) => {
    const figure = Number(digits.replaceAll(',', ''))
    return { what, values: [unit === '%' ? figure / 100 : figure * (units[unit] ?? 1), figure], path, name }
  })
}

/** The number that a source gives a name, with milliseconds as seconds; names before it say where to look. */
function numberIn(source: string, name: string): number {
  const [last = '', ...before] = name.split('.').reverse()
  let rest = source
  for (const part of before.reverse()) rest = rest.slice(rest.search(new RegExp(`\\b${part}\\b`)))
  const product = String.raw`(\d[\d_.]*(?: \* \d[\d_]*)*)`
  const given = new RegExp(String.raw`\b${last}\b(?:: number)?(?: =|:| = options\.\w+ \?\?) ${product}`).exec(rest)
  const fallback = new RegExp(String.raw`\b${last}\b \?\? ${product}`).exec(rest)
  const factors = (given ?? fallback)?.[1]?.split(' * ').map((factor) => Number(factor.replaceAll('_', '')))
  if (factors === undefined) throw new Error(`The source has no number for ${name}.`)
  const value = factors.reduce((result, factor) => result * factor, 1)
  return last.endsWith('Ms') ? value / 1000 : value
}

it('docs/reference/security.md states the limits that the code has', () => {
  const stated = bounds()
  expect(stated.length).toBeGreaterThan(40)
  for (const { what, values, path, name } of stated) {
    expect(values, what).toContain(numberIn(readFileSync(join(workspaceRoot, path), 'utf8'), name))
  }
})

it('other pages state the limits of a playground as docs/reference/security.md does', () => {
  const stated = new Map(bounds().map(({ name, values }) => [name, values[0]]))
  const prose = [
    ['changes', /(?<figure>\d+,\d{3}) changes\b/g],
    ['outwardActs', /(?<figure>\d+,\d{3}) (?:outward acts|records out of the environment)\b/g],
  ] as const
  const pages = readdirSync(join(workspaceRoot, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !path.includes('node_modules'),
  )
  const found = pages.flatMap((page) => {
    const text = readFileSync(join(workspaceRoot, 'docs', page), 'utf8').replaceAll(/\s+/g, ' ')
    return prose.flatMap(([name, pattern]) =>
      [...text.matchAll(pattern)].map(
        ({ groups }) => [page, name, Number(groups?.figure?.replaceAll(',', ''))] as const,
      ),
    )
  })
  expect(found.length).toBeGreaterThanOrEqual(5)
  for (const [page, name, figure] of found) expect([page, name, figure]).toEqual([page, name, stated.get(name)])
})

/**
 * Figures with the names of limits, of which none bounds what a caller may send or keep: they shorten messages, size
 * caches and steps, choose how something is done, or repeat the limits of JSON.
 */
const otherFigures: readonly string[] = [
  'packages/fhir/src/resource/json-text.ts depthLimit',
  'packages/fhir/src/resource/json-text.ts valueLimit',
  'packages/fhir/src/search/hints/value-warnings.ts warningLimit',
  'packages/fhir/src/search/values/measures.ts parsedAtMost',
  'packages/fhir/src/search/values/range-divisions.ts insertionLimit',
  'packages/fhir/src/http/bundle/transaction-references.ts unresolvedLimit',
  'packages/fhir/src/resource/definitions/closest-name.ts maxNameLength',
  'packages/fhir/src/validation/write-rules.ts issueLimit',
  'packages/hl7v2/src/syntax/message.ts maxNameLength',
  'packages/hl7v2/src/syntax/path.ts maxCachedLength',
  'packages/hl7v2/src/structure/segment-order.ts maxReported',
  'packages/server/src/http/body.ts maxChunks',
  'packages/server/src/http/fair-share.ts maxTokenLength',
  'packages/server/src/portal/form/answer-fields.ts maxQuestions',
  'packages/server/src/workstation/calls/shown-list.ts maxColumns',
  'packages/server/src/workstation/calls/shown-response.ts maxRows',
  'packages/server/src/workstation/calls/shown-value.ts maxTextLength',
  'packages/service/src/auth/workstation-session.ts maxSealLength',
  'packages/service/src/authoring/refuse-findings.ts maxReported',
  'packages/service/src/documents/kept-documents.ts maxSmallDocuments',
  'packages/service/src/documents/kept-documents.ts maxVersions',
  'packages/service/src/http/turns.ts maxStartsPerTurn',
  'packages/service/src/records/run-retention.ts maxPauseMs',
  'packages/service/src/records/run-retention.ts maxArchivals',
  'packages/service/src/records/run-retention.ts maxDeleted',
  'packages/service/src/runs/run-documents.ts maxTaskRuns',
  'packages/service/src/runs/select-tasks.ts maxErrors',
  'packages/service/src/runs/select-tasks.ts maxListed',
  'packages/server/src/workstation/calls/shown-list.ts maxColumns',
  'packages/server/src/workstation/calls/shown-response.ts maxRows',
  'packages/server/src/workstation/calls/shown-value.ts maxTextLength',
  'packages/service/src/auth/workstation-session.ts maxSealLength',
  'packages/systems/src/payer/electronic/crd/cards.ts maxSummary',
  'packages/systems/src/cds/model/card.ts maxSummaryLength',
  'packages/systems/src/cds/model/text-template.ts maxValueLength',
  'packages/systems/src/fax/misreading.ts maxPlaces',
  'packages/systems/src/fhir/dataset-findings.ts findingLimit',
  'packages/systems/src/fhir/view/fhir-list.ts scansAtMost',
  'packages/systems/src/rest/shape-errors.ts maxErrors',
  'packages/systems/src/fhir/model/generated-record.ts maxPatients',
  'packages/systems/src/files/model/csv.ts maxReadings',
  'packages/systems/src/hl7/model/acceptance.ts maxIssues',
  'packages/systems/src/opening-hours.ts maxFormatters',
  'packages/systems/src/payer/checks.ts comparedAtMost',
  'packages/systems/src/persona/knowledge.ts maxLastLength',
  'packages/systems/src/persona/knowledge.ts maxForms',
  'packages/systems/src/persona/knowledge.ts maxSpellings',
  'packages/systems/src/records/named-people.ts maxPeople',
  'packages/systems/src/records/record-at-event.ts maxTextLength',
  'packages/systems/src/rest/shape-errors.ts maxErrors',
  'packages/server/src/channels/mllp/delivery.ts maxPauseMs',
  'packages/x12/src/validation/acknowledge.ts maxListed',
  'packages/x12/src/syntax/parse.ts MAX_STRAYS',
  'packages/x12/src/definitions/path.ts MAX_CACHED',
  'packages/x12/src/syntax/problem.ts maxProblems',
]

it('docs/reference/security.md has each limit of the packages that answer requests', () => {
  const stated = new Set(bounds().map(({ path, name }) => `${path} ${name.split('.').at(-1)}`))
  const declared =
    /^(?:export )?const (most[A-Z]\w*|longest\w*|\w+(?:Limit|AtMost)|max[A-Z]\w*|MAX_\w+)(?:: number)? = \d/gm
  const found: string[] = []
  for (const { path, text } of requestSources()) {
    for (const [, name = ''] of text.matchAll(declared)) found.push(`${path} ${name}`)
  }
  expect(found.length).toBeGreaterThan(30)
  const missing = found.filter((one) => !stated.has(one) && !otherFigures.includes(one))
  expect(missing, 'Add a row to the table in docs/reference/security.md, or an entry to otherFigures').toEqual([])
  expect(otherFigures.filter((one) => !found.includes(one) || stated.has(one))).toEqual([])
})

/**
 * The sources that work on requests of agents; an audit works on what an author has published, and pages show what is
 * stored.
 */
function requestSources(): { readonly path: string; readonly text: string }[] {
  return ['fhir', 'hl7v2', 'server', 'service', 'systems', 'x12'].flatMap((name) => {
    const folder = join('packages', name, 'src')
    return readdirSync(join(workspaceRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)(?:testing|audit|dashboard|site)\//.test(file))
      .map((file) => ({
        path: join(folder, file),
        text: readFileSync(join(workspaceRoot, folder, file), 'utf8'),
      }))
  })
}
