import { isJsonObject } from '@carebench/protocol/wire'
import { compileMatcher, Findings } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { resourcesIn } from '../builders/world-values.js'
import { createClinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import { drawn } from '../refusals.js'

const clinic = createClinic(1)

function draw(name: string) {
  const family = families.find((one) => one.name === name)
  const [branch = ''] = Object.keys(family?.branches ?? {})
  for (let seed = 0; seed < 60; seed++) {
    const instance = drawn(() => family?.make({ seed, level: 'E', branch, clinic }))
    if (instance !== undefined) return instance
  }
  throw new RangeError(`expected an instance of ${name}`)
}

/** Returns the matcher at a path of the first entry of `allow` that has it, and the people whom the entry is about. */
function matcherAt(instance: ReturnType<typeof draw>, path: string) {
  const entries = instance.criteria.flatMap(({ assertion }) => {
    const { allow } = assertion as { readonly allow?: readonly { readonly where?: unknown; about?: string[] }[] }
    return (allow ?? []).filter(({ where }) => isJsonObject(where) && path in where)
  })
  const [{ where, about = [] } = { where: {} }] = entries.filter(({ about }) => about !== undefined)
  const compiled = compileMatcher((where as never)[path], '', { findings: new Findings(), entityPaths: [] })
  return { about, takes: (text: string) => compiled?.(text, { entity: undefined }) === true }
}

it.each([
  ['elig-schedule', 'BHT.3'],
  ['elig-schedule', 'TRN.2'],
  ['claim-status', 'BHT.3'],
  ['referral-through', 'MSH-10'],
  ['lab-inbox', 'MSH-10'],
])('%s rejects numbers of other people in %s', (name, path) => {
  const instance = draw(name)
  const { about, takes } = matcherAt(instance, path)
  const people = resourcesIn(instance.world).filter(({ resourceType }) => resourceType === 'Patient')
  const isOwn = ({ id }: { readonly id: string }) => about.includes(`Patient/${id}`)
  const strangers = people.filter((one) => !isOwn(one))
  // Look-alikes may share the birth date of the patient.
  const ownDays = people.filter(isOwn).map(({ birthDate }) => birthDate)
  expect(strangers.length).toBeGreaterThan(0)
  for (const { birthDate, identifier } of strangers) {
    const [{ value = '' } = {}] = identifier as readonly { readonly value?: string }[]
    const texts = [value, value.replace(/\D/g, ''), `R${value.replace(/\D/g, '')}`]
    const days = ownDays.includes(birthDate) ? [] : [String(birthDate).replaceAll('-', '')]
    for (const text of [...texts, ...days]) expect(takes(text), text).toBe(false)
  }
  for (const text of ['B20', 'HIV-POS-001', 'HIV001', 'DENIED123']) expect(takes(text), text).toBe(false)
  const honest = ['20260320101500', '1', '0001', '5f2d9c1e-3b0a-4a52-9c6e-0d7e1b8f4a33', 'REF-2026-001', 'PA0001']
  for (const text of honest) expect(takes(text), text).toBe(true)
})
