/**
 * Checks the facts, dates and units of policies with third-party programs. `@aehrc/sdc-populate`, with `fhirpath`,
 * fills in the forms of the shipped policies from the charts of their cases; `cql-execution` counts days and years and
 * converts units. Takes a folder whose node_modules has them. Exits with 1 if one of them disagrees.
 */
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { compileSearch, searchedValues } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol'
import { parseUnit, toBaseUnits } from '@carebench/text'
import { readDataFile } from '../../packages/carebench/src/files/data-file.js'
import { createQuestionnaire } from '../../packages/systems/src/payer/electronic/form/questionnaire.js'
import { daysBetween, yearsBetween } from '../../packages/systems/src/policy/calendar.js'
import { chartOf } from '../../packages/systems/src/policy/chart.js'
import { compilePolicy } from '../../packages/systems/src/policy/compile-policy.js'
import { decide } from '../../packages/systems/src/policy/decide.js'
import type { Policy } from '../../packages/systems/src/policy/policy-schema.js'
import { workspaceRoot } from '../workspace-sources.js'

const require = createRequire(join(resolve(process.argv[2] ?? '.'), 'package.json'))
const today = new Date().toISOString().slice(0, 10)
const counts = { forms: 0, values: 0, open: 0, dates: 0, units: 0 }
const faults: string[] = []

type Resource = JsonObject & { readonly resourceType: string }

function check(what: string, theirs: unknown, ours: unknown): void {
  if (JSON.stringify(theirs) !== JSON.stringify(ours)) {
    faults.push(`${what}: expected ${JSON.stringify(theirs)}, got ${JSON.stringify(ours)}`)
  }
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return [value ?? []].flat().filter(isJsonObject)
}

/** Reads the charts of a policy's cases, for the patient of the form, with dates moved so that the service is today. */
function readCharts(file: string): readonly (readonly Resource[])[] {
  const { chart, request, cases } = readDataFile(file) as JsonObject
  const day = isJsonObject(request) ? String(request.service_date) : today
  const moved = (value: JsonValue): JsonValue => {
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
      return new Date(Date.parse(value) + Date.parse(today) - Date.parse(day)).toISOString().slice(0, 10)
    }
    if (Array.isArray(value)) return value.map(moved)
    return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, moved(v)])) : value
  }
  return objects(cases).map((one) => {
    const added = objects(one.with)
    const without = [one.without ?? []].flat()
    const kept = objects(chart).filter(({ id }) => !without.includes(id ?? '') && !added.some((each) => each.id === id))
    return [...kept, ...added].map((each, index) => ({
      ...(moved(each) as Resource),
      id: `${each.id}-${index}`,
      [each.resourceType === 'AllergyIntolerance' ? 'patient' : 'subject']: { reference: 'Patient/p1' },
    }))
  })
}

/**
 * Answers a search as a server does, in the order of `_sort`. Not a real server, which would reject the resources of
 * cases because they are abbreviated.
 */
function searched(target: string, resources: readonly Resource[]): JsonObject {
  const [type = '', query = ''] = target.split('?')
  const parameters = [...new URLSearchParams(query.replaceAll('+', '%2B'))]
  const sort = parameters.find(([name]) => name === '_sort')?.[1] ?? ''
  const { test } = compileSearch(
    type,
    parameters.filter(([name]) => name !== '_sort'),
  )
  const dateOf = (one: Resource) => String(searchedValues(one, sort.replace('-', ''))[0] ?? '')
  const found = resources.filter((one) => one.resourceType === type && test(one))
  const sorted = sort === '' ? found : found.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b)))
  const entry = (sort.startsWith('-') ? sorted.toReversed() : sorted).map((resource) => ({ resource }))
  return { resourceType: 'Bundle', type: 'searchset', total: entry.length, entry }
}

/** Fills in the form of a policy by `@aehrc/sdc-populate`, whose expressions `fhirpath` evaluates. */
async function fillIn(policy: Policy, resources: readonly Resource[]): Promise<void> {
  const { populateQuestionnaire } = require('@aehrc/sdc-populate')
  const patient = { resourceType: 'Patient', id: 'p1', birthDate: '1961-04-30' }
  const compiled = compilePolicy(policy)
  const search = async (target: string) => searched(target, [patient, ...resources])
  const form = createQuestionnaire(compiled)
  const { populateResult } = await populateQuestionnaire({
    questionnaire: form,
    patient,
    fetchResourceCallback: search,
    fetchResourceRequestConfig: { sourceServerUrl: 'http://chart.example.org/' },
  })
  const response: JsonObject | undefined = populateResult?.populatedResponse
  counts.forms++
  const request = {
    procedure_code: '',
    units: 1,
    patient_member_id: '',
    patient_dob: null,
    plan: null,
    provider_npi: null,
    diagnosis_codes: [],
    service_date: today,
    urgency: 'standard' as const,
    answers: {},
    documents: [],
  }
  const { judged } = decide(compiled, chartOf(resources), request)
  const answers = new Map(objects(response?.item).map(({ linkId, answer }) => [linkId, objects(answer)[0]]))
  for (const { linkId, extension } of objects(form.item)) {
    const isFilled = objects(extension).some(({ url }) => String(url).endsWith('initialExpression'))
    const one = judged.get(String(linkId))
    if (!isFilled || one === undefined) continue
    const [theirs = null] = Object.values(answers.get(linkId) ?? {}).filter((value) => typeof value !== 'object')
    if (theirs === null && one.value !== null) counts.open++
    else counts.values++
    // FHIRPath converts no units, so that a value in another unit may stay unanswered.
    if (theirs !== null || one.value === null) check(`${policy.id} ${linkId}`, theirs, one.value)
  }
}

function countDates(): void {
  const { Date: CqlDate } = require('cql-execution')
  for (let index = 0; index < 2000; index++) {
    const day = (offset: number) => new Date(Date.UTC(1930, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10)
    const [a, b] = [day((index * 7919) % 36_000), day((index * 104_729) % 36_000)].sort()
    const [from, to] = [CqlDate.parse(a), CqlDate.parse(b)]
    check(`days from ${a} to ${b}`, from.differenceBetween(to, 'day').low, daysBetween(a ?? '', b ?? ''))
    check(`years from ${a} to ${b}`, from.durationBetween(to, 'year').low, yearsBetween(a ?? '', b ?? ''))
    counts.dates += 2
  }
}

const units = [
  ['kg', '[lb_av]', 'g', '[oz_av]'],
  ['mm[Hg]', 'kPa', 'Pa'],
  ['cm', 'm', '[in_i]', '[ft_i]'],
  ['mg/dL', 'g/L', 'ug/mL'],
  ['/h', '/min', '/d'],
  ['a', 'mo', 'wk', 'd', 'h'],
]

function convertUnits(): void {
  const { convertUnit } = require('cql-execution/lib/util/units')
  for (const group of units) {
    for (const from of group) {
      for (const to of group) {
        const [a, b] = [parseUnit(from), parseUnit(to)]
        if (a === undefined || b === undefined) continue
        const ours = toBaseUnits(12.5, a) / b.factor - b.offset
        const theirs = convertUnit(12.5, from, to)
        check(`12.5 ${from} in ${to}`, Number(theirs).toPrecision(6), ours.toPrecision(6))
        counts.units++
      }
    }
  }
}

const folder = join(workspaceRoot, 'benchmarks/policies')
for (const name of readdirSync(folder).filter((one) => /^[a-z-]+\.yaml$/.test(one))) {
  const policy = readDataFile(join(folder, name)) as unknown as Policy
  for (const chart of readCharts(join(folder, name.replace('.yaml', '.cases.yaml')))) await fillIn(policy, chart)
}
countDates()
convertUnits()
process.stdout.write(`${JSON.stringify(counts)}\n${faults.map((one) => `${one}\n`).join('')}`)
if (faults.length > 0) process.exitCode = 1
