/**
 * Sends the official examples in a folder (requests of CRD, DTR, PAS or CDex) to a payer of each version, and prints
 * the answers. The other resources in the folder are the chart, and earlier examples come first.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { PayerConfig } from '../../packages/systems/src/payer/config.js'
import {
  listExtensions,
  objectsIn,
  readCodings,
  textAt,
  valueAt,
} from '../../packages/systems/src/payer/electronic/fhir/element.js'
import { pasUrl } from '../../packages/systems/src/payer/electronic/fhir/urls.js'
import { openPayers } from '../../packages/systems/src/testing/open-payers.js'

/** Returns the path to send an example to; undefined if it is not a request. */
function findPath(example: JsonObject): string | undefined {
  const { hook, resourceType: type } = example
  if (typeof hook === 'string') return `cds-services/${hook}-crd`
  const names = objectsIn(example.parameter).map(({ name }) => name)
  if (type === 'Bundle') {
    const profiles = JSON.stringify(valueAt(objectsIn(example.entry)[0], 'resource', 'meta') ?? null)
    return `fhir/Claim/${profiles.includes('profile-claim-inquiry') ? '$inquire' : '$submit'}`
  }
  if (type === 'Subscription') return 'fhir/Subscription'
  if (names.includes('questionnaire-response')) return 'fhir/Questionnaire/$next-question'
  if (type === 'QuestionnaireResponse') return 'fhir/Questionnaire/$next-question'
  if (names.includes('operationOutcome')) return 'fhir/Questionnaire/$log-questionnaire-errors'
  return type === 'Parameters' ? 'fhir/Questionnaire/$questionnaire-package' : undefined
}

/** Describes the response to an example in one line. */
function describeAnswer(status: number | undefined, json: JsonObject): string {
  if (json.resourceType === 'OperationOutcome') {
    return `${status} ${objectsIn(json.issue).map(({ diagnostics }) => diagnostics)}`.slice(0, 200)
  }
  const actions = objectsIn(json.systemActions).flatMap((one) => describeCoverage(valueAt(one, 'resource')))
  if (json.cards !== undefined) return `${status} ${actions.join(', ') || 'no coverage information'}`
  const parameters = objectsIn(json.parameter)
  const bundle = json.resourceType === 'Parameters' ? valueAt(parameters[0], 'resource') : json
  const [response] = objectsIn(valueAt(bundle, 'entry')).map(({ resource }) => resource)
  if (valueAt(response, 'resourceType') !== 'ClaimResponse') return `${status} ${json.resourceType}`
  const items = objectsIn(valueAt(response, 'item')).map((item) => {
    const review = objectsIn(item.adjudication).flatMap((one) => listExtensions(one, `${pasUrl}extension-reviewAction`))
    const code = review.flatMap((one) => listExtensions(one, `${pasUrl}extension-reviewActionCode`))[0]
    return `${item.itemSequence} ${readCodings(code?.valueCodeableConcept)[0]?.code}`
  })
  const errors = objectsIn(valueAt(response, 'error')).map(({ code }) => textAt(code, 'text'))
  return `${status} ${valueAt(response, 'outcome')}: ${[...items, ...errors].join(', ')}`
}

function describeCoverage(order: JsonObject[string] | undefined): string[] {
  const url = 'http://hl7.org/fhir/us/davinci-crd/StructureDefinition/ext-coverage-information'
  return listExtensions(order, url).map((information) => {
    const parts = objectsIn(information.extension).filter(({ valueCode }) => valueCode !== undefined)
    return `${valueAt(order, 'resourceType')} ${parts.map(({ valueCode }) => valueCode).join(' ')}`
  })
}

/**
 * Adds to an update of PAS 2.0.1 what 2.2 requires: a reference to the earlier Claim, that Claim itself, and those of
 * its items that the update leaves out. Returns undefined if the example is not an update, has a reference already, or
 * if there is no earlier Claim.
 */
function mend(update: JsonObject, earlier: JsonObject | undefined): JsonObject | undefined {
  const [entry, ...others] = objectsIn(update.entry)
  const claim = entry?.resource
  const prior = objectsIn(earlier?.entry)[0]
  const isUpdate = /profile-claim-update/.test(JSON.stringify(valueAt(claim, 'meta') ?? null))
  if (!isJsonObject(claim) || !isUpdate || claim.related !== undefined || prior === undefined) return undefined
  const items = objectsIn(claim.item)
  const known = new Set(items.map(({ sequence }) => sequence))
  const kept = objectsIn(valueAt(prior, 'resource', 'item')).filter(({ sequence }) => !known.has(sequence))
  const relationship = { coding: [{ code: 'prior' }] }
  const related = [{ claim: { reference: String(prior.fullUrl) }, relationship }]
  return {
    ...update,
    entry: [{ ...entry, resource: { ...claim, related, item: [...kept, ...items] } }, prior, ...others],
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the examples: examples.ts FOLDER')
const read = (name: string): JsonObject => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => ({ name: name.replace('.json', ''), json: read(name) }))
const resources = examples.flatMap(({ json }) =>
  findPath(json) === undefined && typeof json.resourceType === 'string' && typeof json.id === 'string' ? [json] : [],
)
for (const version of ['2.0', '2.2'] as const) {
  const approving = { accept_unknown_members: true, default_determination: { status: 'approved' } } as const
  const config: PayerConfig = { ...approving, electronic: { version } }
  const open = () => openPayers({ Payer: { config } }, {}, resources)
  const world = open()
  const initial = examples.find(({ name }) => /HomecareAuthorizationBundle/.test(name))?.json
  for (const { name, json } of examples) {
    const path = findPath(json)
    if (path === undefined) continue
    const { status, json: answer } = world.electronic('POST', path, json)
    console.log(`${version} ${name}: ${describeAnswer(status, answer)}`)
    const mended = mend(json, initial)
    if (mended === undefined || initial === undefined) continue
    const anew = open()
    anew.electronic('POST', path, initial)
    const again = anew.electronic('POST', path, mended)
    console.log(`${version} ${name}, mended: ${describeAnswer(again.status, again.json)}`)
  }
}
