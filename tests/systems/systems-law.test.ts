import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSeededRandom, type JsonValue, listSystemOperations, scenarioStepTypes } from '@carebench/protocol'
import { createSystemVerifier, defaultSystems, type System } from '@carebench/service'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import {
  accessScope,
  type Check,
  defineCheck,
  eventCount,
  eventOrder,
  noCollateral,
  outputMatch,
  recordState,
  recordsAgree,
} from '@carebench/verifier'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { readPackages, workspaceRoot } from '../workspace-sources.js'
import { pharmacy } from './pharmacy.js'

const source = 'packages/systems/src'
const folders = readdirSync(join(workspaceRoot, source)).filter((name) =>
  existsSync(join(workspaceRoot, source, name, 'system.ts')),
)
/** The modules of every system, with the same names in every folder. */
const members = ['behaviour', 'calls', 'config', 'events', 'evidence', 'group', 'handle', 'noise', 'records', 'state']

/** Kinds of assertion that apply to no particular system. */
const generalChecks = [outputMatch, eventCount, eventOrder, noCollateral, accessScope, recordsAgree, recordState]

const files = new Map(readPackages().flatMap((one) => one.files.map((file) => [file.path, file] as const)))

/** Returns the path of a file and of all files of its package that it loads, also indirectly. */
function filesLoadedBy(path: string, loaded: Set<string> = new Set()): ReadonlySet<string> {
  const file = files.get(path)
  if (file === undefined || loaded.has(path)) return loaded
  loaded.add(path)
  for (const { specifier, isType } of file.imports) {
    if (!isType && specifier.startsWith('.')) filesLoadedBy(join(path, '..', specifier).replace(/\.js$/, '.ts'), loaded)
  }
  return loaded
}

function isOfBehaviour(path: string): boolean {
  return /\/(behaviour|handle|state|seed|noise|system|systems)\.ts$/.test(path)
}

describe.each(folders)('the folder %s', (folder) => {
  it('has a file for each member of a system', () => {
    const files = readdirSync(join(workspaceRoot, source, folder))
    expect(files).toEqual(expect.arrayContaining([...members, 'system'].map((name) => `${name}.ts`)))
  })

  it.each(['calls', 'group', 'events', 'records'])('provides its %s without loading its behaviour', (name) => {
    const loaded = filesLoadedBy(`${source}/${folder}/${name}.ts`)
    expect(loaded.size).toBeGreaterThan(0)
    expect([...loaded].filter(isOfBehaviour)).toEqual([])
  })
})

it('can be verified without loading their behaviour', () => {
  const loaded = filesLoadedBy(`${source}/verifier.ts`)
  for (const folder of folders.filter((name) => name !== 'patient')) {
    expect(loaded).toContain(`${source}/${folder}/records.ts`)
    expect(loaded).toContain(`${source}/${folder}/checks.ts`)
  }
  expect([...loaded].filter(isOfBehaviour)).toEqual([])
})

it('are all in the array, each once', () => {
  expect(defaultSystems.length).toBe(folders.length)
  expect(new Set(defaultSystems.map(({ type }) => type.toLowerCase())).size).toBe(folders.length)
  expect(() => listSystemOperations([...defaultSystems, defaultSystems[0]])).toThrow('Two systems have the type fhir;')
})

describe('the default sets of the verifier', () => {
  it('are the parts of the systems, in their order', () => {
    expect(namesOf(defaultParts)).toEqual(namesOf(defaultSystems.flatMap(({ records }) => records)))
    expect(new Set(defaultParts)).toEqual(new Set(defaultSystems.flatMap(({ records }) => records)))
  })

  it('are the kinds of assertion of the systems, in their order, and then those about no system', () => {
    const checks = defaultSystems.flatMap((system): readonly Check[] => system.checks)
    expect(kindsOf(defaultChecks)).toEqual([...kindsOf(checks), ...kindsOf(generalChecks)])
    expect(new Set(defaultChecks)).toEqual(new Set([...checks, ...generalChecks]))
  })

  it('are those of a verifier of the systems, with what other systems add', () => {
    const own = defineCheck({ kind: 'refill-state', schema: Type.Object({}), compile: () => undefined })
    const verifier = createSystemVerifier([...defaultSystems, { ...pharmacy, checks: [own] }])
    expect(verifier.checks).toEqual([...defaultChecks, own])
    expect(verifier.parts).toEqual([...defaultParts, ...pharmacy.records])
    const twice = { ...pharmacy, checks: [{ ...own }, { ...own }] }
    expect(() => createSystemVerifier([twice])).toThrow('got two of "refill-state"')
  })
})

describe.each([...defaultSystems, pharmacy].map((system) => [system.type, system] as const))('%s', (_, system) => {
  const { title, group, calls, events } = system

  it('has a name and a description', () => {
    expect(title).toMatch(/^[a-z].*[^.]$/)
    if (group !== null) expect(group.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(calls.length > 0).toBe(group !== null)
  })

  it('describes each call once, with its path parameters', () => {
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
    expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length)
    for (const call of calls) {
      const { params = {}, ...described }: { readonly params?: object; readonly path: string } = call
      expect(Object.keys(params)).toEqual([...described.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(call.name).toMatch(/^[a-z]+([A-Z][a-z0-9]*)*$/)
      expect(call.summary).toMatch(/^[A-Z].*[^.]$/)
      expect('answer' in call).toBe(call.status !== 204)
    }
  })

  it('accepts the scenario steps that it describes, whose types are not built in', () => {
    const { steps = [], scenarioSteps }: Pick<System, 'steps' | 'scenarioSteps'> = system
    expect(scenarioSteps).toEqual(expect.arrayContaining(steps.map(({ type }) => type)))
    for (const { type, summary } of steps) {
      expect(scenarioStepTypes).not.toContain(type)
      expect(type).toMatch(/^[a-z]+(_[a-z0-9]+)*$/)
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
    }
    for (const type of scenarioSteps) expect([...scenarioStepTypes, ...steps.map((step) => step.type)]).toContain(type)
  })

  it('describes its events with examples', () => {
    expect(new Set(events.map(({ type }) => type)).size).toBe(events.length)
    for (const { type, summary, example } of events) {
      expect(type).toMatch(/^[a-z0-9_]+\.[a-z]+$/)
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      expect(example).toEqual(expect.anything())
    }
  })

  it('emits only described events on noise, with the members of their examples', () => {
    let seq = 0
    const context = () => ({ at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1, seq++) })
    const running = system.seed({}, [], context()).fork()
    const script = system.noise({})
    for (let step = script.next(); step.done !== true; ) {
      const { response, effects, events: made } = running.handle(step.value.group, step.value.call, context())
      for (const effect of effects) running.apply(effect)
      for (const { type, data } of made) {
        const described = events.find((candidate) => candidate.type === type)
        expect([type, membersOf(described?.example)]).toEqual([type, expect.arrayContaining([...membersOf(data)])])
      }
      step = script.next(response)
    }
  })
})

const namesOf = (parts: readonly { readonly name: string }[]): readonly string[] => parts.map(({ name }) => name)
const kindsOf = (checks: readonly Check[]): readonly string[] => checks.map(({ kind }) => kind)
const membersOf = (value: JsonValue | undefined): readonly string[] => Object.keys(Object(value))
