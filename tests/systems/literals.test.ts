import { defaultSystems } from '@carebench/service'
import { defaultChecks } from '@carebench/systems/verifier'
import { expect, it } from 'vitest'
import { readPackages } from '../workspace-sources.js'

/** Standards used by systems, the kit, which knows only the specification, and the types named in the specification. */
const exempt = [
  'packages/fhir/',
  'packages/systems/src/patients/',
  'packages/hl7v2/',
  'packages/x12/',
  'packages/conformance/',
  'packages/protocol/src/simulator-type.ts',
  'packages/protocol/src/schema/dataset-config.ts',
]

/** The reason why a file still names a system. */
const reasons = {
  store: 'The record of the FHIR server is handed over as a store, not as a list, which its member says.',
  facades: 'Facades of the client are written by hand on top of the calls.',
  starter: 'The benchmark that `carebench init` writes, which belongs to anyone who asked for it.',
  story: 'Examples of the OpenAPI document tell the story of one clinic.',
  prose: 'An example in a sentence for AI clients.',
  channel: 'The channel by which somebody speaks to the patient; the word is that of the group by chance.',
  provider: 'A member of requests to model providers, which name it.',
  homonym: 'An extension of files, and a member of a dataset; the word is that of the group by chance.',
} as const
type Reason = keyof typeof reasons

/**
 * Files that name a system but should not, with the names and the reason. An obsolete entry fails too: the list may
 * only shrink.
 */
const pending: Readonly<Record<string, readonly [names: string, reason: Reason]>> = {
  'packages/carebench/src/authoring/starter.ts': ['FHIR', 'starter'],
  'packages/client/src/systems/system-clients.ts': [
    'cds clearinghouse faxes fhir files hl7 messages portal voice',
    'facades',
  ],
  'packages/protocol/src/openapi/examples.ts': ['FHIR Payer', 'story'],
  'packages/protocol/src/openapi/story.ts': ['FHIR Payer', 'story'],
  'packages/carebench/src/runner/models/wire/chat.ts': ['messages', 'provider'],
  'packages/carebench/src/runner/models/wire/dialect.ts': ['messages', 'provider'],
  'packages/carebench/src/runner/models/wire/messages.ts': ['messages', 'provider'],
  'packages/service/src/mcp/tool-prose.ts': ['fhir', 'prose'],
  'packages/systems/src/files/model/media-type.ts': ['hl7', 'homonym'],
  'packages/systems/src/hl7/state.ts': ['messages', 'homonym'],
  'packages/systems/src/patient/events.ts': ['voice', 'channel'],
  'packages/systems/src/patient/handle.ts': ['voice', 'channel'],
  'packages/systems/src/patient/interview.ts': ['voice', 'channel'],
  'packages/systems/src/patient/state.ts': ['voice', 'channel'],
  'packages/systems/src/simulator.ts': ['fhir', 'store'],
}

/** Names of systems that are also FHIR resource types: a search for them would find the standard. */
const homonyms = ['Patient']

const groupFiles = readPackages()
  .flatMap((pkg) => pkg.files)
  .filter(({ path }) => /^packages\/systems\/src\/[^/]+\/group\.ts$/.test(path))

/** The folder of a system: the one whose `group.ts` names its type. */
function findFolder(type: string): string {
  const found = groupFiles.filter(({ text }) => text.includes(`'${type}'`))
  if (found.length !== 1) throw new Error(`Expected one group.ts with '${type}', found ${found.length}.`)
  return found[0]?.path.replace(/group\.ts$/, '') ?? ''
}

const names = defaultSystems.flatMap((system) => {
  const folder = findFolder(system.type)
  const own: readonly string[] = system.group === null ? [system.type] : [system.type, system.group.name]
  return own.filter((name) => !homonyms.includes(name)).map((name) => ({ name, folder }))
})

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

it('of a system occur only in its own folder', () => {
  const files = readPackages().flatMap((pkg) => pkg.files)
  const sources = files.filter(({ path, isTest }) => !isTest && !exempt.some((start) => path.startsWith(start)))
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap(({ path, text }) => {
    const occurring = (code: string, of: typeof names) =>
      of.filter(
        ({ name, folder }) => !path.startsWith(folder) && (code.includes(`'${name}'`) || code.includes(`"${name}"`)),
      )
    // Only files with a name in them are read again without comments, which takes longer.
    const candidates = occurring(text, names)
    const foreign = candidates.length === 0 ? [] : occurring(withoutComments(text), candidates)
    return foreign.length === 0 ? [] : [[path, [...new Set(foreign.map(({ name }) => name))].sort().join(' ')]]
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(pending).map(([path, [literals]]) => [path, literals])),
  )
})

it('of the assertion kinds that read a system occur in no file of the engine', () => {
  const engine = readPackages()
    .flatMap((pkg) => pkg.files)
    .filter(({ path, isTest }) => path.startsWith('packages/verifier/') && !isTest)
  expect(engine.length).toBeGreaterThan(60)
  const own = [
    'output-match',
    'event-count',
    'event-order',
    'no-collateral',
    'access-scope',
    'records-agree',
    'record-state',
  ]
  const kinds = defaultChecks.map(({ kind }) => kind).filter((kind) => !own.includes(kind))
  expect(kinds.length).toBe(defaultChecks.length - own.length)
  const found = engine.flatMap(({ path, text }) => {
    const candidates = kinds.filter((kind) => text.includes(`'${kind}'`))
    const code = candidates.length === 0 ? '' : withoutComments(text)
    return candidates.filter((kind) => code.includes(`'${kind}'`)).map((kind) => `${path} names ${kind}`)
  })
  expect(found).toEqual([])
})

it('has a reason for each file that still does, and no obsolete reasons', () => {
  const usedReasons = new Set(Object.values(pending).map(([, reason]) => reason))
  expect([...usedReasons].sort()).toEqual(Object.keys(reasons).sort())
  // A new name belongs in the folder of its system, not in the list.
  expect(Object.keys(pending).length).toBeLessThanOrEqual(20)
})
