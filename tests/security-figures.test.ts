import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatFigure, readFigure, readLimitSources } from '../docs/.vitepress/reference/limit-sources.js'
import { workspaceRoot } from './workspace-sources.js'

const limits = readLimitSources()

it('the page of limits has the figure of each source', () => {
  expect(limits.length).toBeGreaterThan(140)
  for (const limit of limits) expect(formatFigure(readFigure(limit), limit.unit), limit.what).toMatch(/^[1-9]/)
})

it('rejects a unit that rounds a limit', () => {
  expect(formatFigure(90, 's')).toBe('90 s')
  expect(() => formatFigure(1.5, 's')).toThrow('whole number of s')
})

it('pages state the limits of a playground as the sources do', () => {
  const stated = new Map(limits.map((limit) => [limit.name, readFigure(limit)]))
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
  expect(new Set(found.map(([, name]) => name)).size).toBe(prose.length)
  for (const [page, name, figure] of found) expect([page, name, figure]).toEqual([page, name, stated.get(name)])
})

/**
 * Constants named like limits that do not bound what a caller may send or keep: they shorten messages, size caches and
 * steps, choose how something is done, distinguish numbers from words, or repeat the limits of JSON.
 */
const otherFigures: readonly string[] = [
  // The same as the entries of a FHIR bundle.
  'packages/systems/src/fhir/count-interactions.ts maxEntries',
  'packages/service/src/mcp/system-request.ts maxFaults',
  'packages/service/src/handlers/workstation/visit-calls.ts maxDigested',
  'packages/service/src/handlers/workstation/visit-calls.ts maxResponses',
  'packages/fhir/src/resource/json-text.ts depthLimit',
  'packages/fhir/src/resource/json-text.ts valueLimit',
  'packages/fhir/src/search/hints/value-warnings.ts warningLimit',
  'packages/fhir/src/search/hints/form-hints.ts maxHintCharacters',
  'packages/fhir/src/search/hints/name-hint.ts maxHintCharacters',
  'packages/fhir/src/search/hints/name-hint.ts maxHintLinks',
  'packages/fhir/src/search/hints/value-warnings.ts maxWarnedValues',
  'packages/fhir/src/search/index/type-index.ts maxOrders',
  'packages/fhir/src/search/values/measures.ts maxParsed',
  'packages/fhir/src/search/values/range-divisions.ts insertionLimit',
  'packages/fhir/src/http/bundle/transaction-references.ts unresolvedLimit',
  'packages/fhir/src/resource/definitions/closest-name.ts maxNameLength',
  'packages/fhir/src/validation/write-rules.ts issueLimit',
  'packages/hl7v2/src/syntax/message.ts maxNameLength',
  'packages/hl7v2/src/syntax/path.ts maxCachedLength',
  'packages/hl7v2/src/syntax/path.ts maxCached',
  'packages/hl7v2/src/building/build.ts maxField',
  'packages/hl7v2/src/structure/grammar.ts maxCached',
  'packages/hl7v2/src/structure/grammar.ts maxDepth',
  'packages/hl7v2/src/structure/segment-order.ts maxReported',
  'packages/server/src/http/body.ts maxChunks',
  'packages/server/src/http/fair-share.ts maxTokenLength',
  'packages/server/src/workstation/calls/shown-document.ts maxProse',
  'packages/server/src/workstation/calls/shown-response.ts maxPageSize',
  'packages/server/src/workstation/content/cut-value.ts maxTextSize',
  'packages/server/src/workstation/calls/shown-list.ts maxColumns',
  'packages/server/src/workstation/calls/shown-parts.ts maxRows',
  'packages/server/src/workstation/calls/shown-value.ts maxTextLength',
  'packages/service/src/auth/workstation-session.ts maxSealLength',
  'packages/service/src/authoring/refuse-findings.ts maxReported',
  'packages/service/src/documents/kept-documents.ts maxSmallDocuments',
  'packages/service/src/documents/kept-documents.ts maxVersions',
  'packages/service/src/handlers/pages/form-answer.ts maxKeptCharacters',
  'packages/service/src/http/turns.ts maxStartsPerTurn',
  'packages/service/src/records/run-retention.ts maxPauseMs',
  'packages/service/src/records/run-retention.ts maxArchivals',
  'packages/service/src/records/run-retention.ts maxDeleted',
  'packages/service/src/runs/run-documents.ts maxTaskRuns',
  'packages/service/src/runs/select-tasks.ts maxErrors',
  'packages/systems/src/payer/electronic/electronic-call.ts maxText',
  'packages/systems/src/payer/electronic/fhir/resource-pool.ts maxReference',
  'packages/service/src/runs/select-tasks.ts maxListed',
  'packages/systems/src/policy/left-out.ts maxListed',
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
  'packages/systems/src/hl7/model/envelope-fields.ts maxFields',
  'packages/systems/src/opening-hours.ts maxFormatters',
  'packages/systems/src/payer/checks.ts comparedAtMost',
  'packages/systems/src/payer/view/request-form.ts maxQuestions',
  'packages/systems/src/persona/knowledge.ts maxLastLength',
  'packages/systems/src/persona/knowledge.ts maxForms',
  'packages/systems/src/persona/knowledge.ts maxSpellings',
  'packages/systems/src/records/named-people.ts maxPeople',
  'packages/systems/src/records/record-at-event.ts maxTextLength',
  'packages/systems/src/records/reference-number.ts maxLetters',
  'packages/server/src/channels/mllp/delivery.ts maxPauseMs',
  'packages/x12/src/validation/acknowledge.ts maxListed',
  'packages/x12/src/syntax/parse.ts MAX_STRAYS',
  'packages/x12/src/definitions/path.ts MAX_CACHED',
  'packages/x12/src/definitions/path.ts MAX_CACHED_LENGTH',
  'packages/x12/src/exchanges/claim-payment.ts maxPlbAdjustments',
  'packages/x12/src/syntax/problem.ts maxProblems',
]

it('the page of limits has each limit of the packages that answer requests', () => {
  const stated = new Set(limits.map(({ path, name }) => `${path} ${name.split('.').at(-1)}`))
  const declared =
    /^(?:export )?const (most[A-Z]\w*|longest\w*|\w+(?:Limit|AtMost)|max[A-Z]\w*|MAX_\w+)(?:: number)? = \d/gm
  const found: string[] = []
  for (const { path, text } of requestSources()) {
    for (const [, name = ''] of text.matchAll(declared)) found.push(`${path} ${name}`)
  }
  expect(found.length).toBeGreaterThan(30)
  const missing = found.filter((one) => !stated.has(one) && !otherFigures.includes(one))
  expect(missing, 'Add a row to docs/.vitepress/reference/limit-sources.json, or an entry to otherFigures').toEqual([])
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
