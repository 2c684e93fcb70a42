import { expect, it } from 'vitest'
import { defaultParts } from './default-parts.js'
import { mutantsOf } from './mutants.js'
import { verify } from './verify.js'

/** One record of each kind that agents make, by part. */
const written = defaultParts.map((part) => {
  const kinds = [...part.kinds, ...(part.open === undefined ? [] : [part.open.kind(part.open.example)])]
  const kind = kinds.find((candidate) => candidate?.madeBy === 'agent')
  return { part, collection: kind?.collection, items: kind === undefined ? [] : [kind.example('V-10000')] }
})
const full = Object.fromEntries(
  written.map(({ part, collection = '', items }) => [part.name, part.holding(items, collection)]),
)
const empty = Object.fromEntries(defaultParts.map(({ name, empty: none }) => [name, none]))

it('default parts have a fixed order, which changes and mutants follow', () => {
  const collections = written.flatMap(({ collection }) => collection ?? [])
  expect(collections).toEqual([
    'fhir.Basic',
    'portal.requests',
    'hl7.outbound',
    'x12.sent',
    'files',
    'faxes',
    'messages',
    'voice.calls',
  ])
  const [run] = verify({
    criteria: [{ label: 'nothing', assertion: { assert: 'no-collateral', allow: [] } }],
    // The order of the members is irrelevant.
    evidence: { ...Object.fromEntries(Object.entries(full).reverse()), initial: empty },
  }).criterion_runs
  expect(run?.evidence?.changes).toMatchObject(collections.map((collection) => ({ collection })))
  const { mutations } = mutantsOf({ state: { ...full, initial: empty } })
  const drops = mutations.filter(({ change }) => change === 'remove').map(({ place }) => place.part)
  expect(drops).toEqual(written.filter(({ items }) => items.length > 0).map(({ part }) => part.name))
})

it('default parts are listed in that order if a collection is unknown', () => {
  const [run] = verify({
    criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow: [{ collection: 'pharmacy' }] } }],
    evidence: {},
  }).criterion_runs
  expect(run?.details).toContain(
    'expected a collection: fhir.<ResourceType>, portal.<resource>, hl7.outbound, hl7.inbound, x12.sent, ' +
      'x12.received, files, faxes, messages, voice.calls or cds; found "pharmacy"',
  )
})
