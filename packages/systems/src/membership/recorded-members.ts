import type { JsonObject, JsonValue, SimulatorCall, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { Benefit, Person } from '@carebench/x12'
import { isDate } from '../calendar-date.js'
import { fhirGroup, fhirHeaders, fhirType } from '../fhir/group.js'
import { readJson } from '../noise.js'
import type { Ask, SimulatorResponse } from '../simulator.js'
import {
  type DirectoryOptions,
  type Insured,
  isActiveOn,
  isBornAs,
  type Member,
  type Policy,
  unknownName,
} from './member.js'

/** EB01 and EB03 for each type of `Coverage.costToBeneficiary`. */
const shareCodes: Readonly<Record<string, readonly [code: string, serviceType: string]>> = {
  copay: ['B', '30'],
  gpvisit: ['B', '98'],
  spvisit: ['B', '98'],
  emergency: ['B', '86'],
  inpthosp: ['B', '48'],
  urgentcare: ['B', 'UC'],
  copaypct: ['A', '30'],
  deductible: ['C', '30'],
  maxoutofpocket: ['G', '30'],
}

/** A person in the record; not insured if the record has no policy for them. */
export interface RecordedPatient {
  readonly person: Person
  readonly insured: Insured | undefined
}

/** The data read from a Coverage: the beneficiary, the member number, and the subscriber. */
interface Cover {
  readonly memberId: string
  /** The reference of the beneficiary. */
  readonly patient: string
  readonly person: Person
  /** Undefined if the beneficiary is the subscriber. */
  readonly subscriber: Person | undefined
  readonly policy: Policy
}

/**
 * Finds in steps the patient with an id, insured by the policy active on the day or else the last. With `memberId`,
 * only policies with this number count. Undefined if the record has no such patient.
 */
export function* recordedPatient(
  ask: Ask,
  patientId: string,
  options: DirectoryOptions & { readonly memberId?: string | undefined },
): Steps<RecordedPatient | undefined> {
  const patient = read(ask, `Patient/${encodeURIComponent(patientId)}`)
  if (patient?.resourceType !== 'Patient') return undefined
  const person = readPerson(patient)
  const coverages = yield* search(ask, 'Coverage', `beneficiary=Patient/${encodeURIComponent(patientId)}`)
  const covers = yield* readCovers(ask, coverages, options, person)
  const asked = covers.filter(({ memberId }) => options.memberId === undefined || memberId === options.memberId)
  const cover = activeOrLast(asked, options.day)
  if (cover === undefined) return { person, insured: undefined }
  const { memberId, subscriber } = cover
  const insured: Insured =
    subscriber === undefined
      ? { subscriber: { ...person, memberId } }
      : { subscriber: { ...subscriber, memberId }, dependent: person }
  return { person, insured }
}

/**
 * Finds in steps the member with a number: `Coverage.subscriberId`, or else the Coverage's first identifier. Undefined
 * if the record has none.
 */
export function* recordedMember(ask: Ask, memberId: string, options: DirectoryOptions): Steps<Member | undefined> {
  return (yield* recordedMembersWith(ask, [memberId], options))(memberId, options.day)
}

/** Finds a member by number, as insured on a day. */
export type FindMember = (memberId: string, day: string) => Member | undefined

/** Reads the members with some numbers in steps; each search asks for up to 50 of them. */
export function* recordedMembersWith(
  ask: Ask,
  memberIds: readonly string[],
  options: Omit<DirectoryOptions, 'day'>,
): Steps<FindMember> {
  const covers = yield* coversOfMembers(ask, memberIds, options)
  return (memberId, day) => buildMember(memberId, covers.get(memberId) ?? [], day)
}

/** Returns all members in the record, by their numbers. Works in steps. */
export function* recordedMembers(ask: Ask, options: DirectoryOptions): Steps<ReadonlyMap<string, Member>> {
  const { organization } = options
  const condition = organization === undefined ? '' : `payor=${encodeURIComponent(organization)}`
  const covers = new Map<string, Cover[]>()
  for (const cover of yield* readCovers(ask, yield* search(ask, 'Coverage', condition), options)) {
    const known = covers.get(cover.memberId)
    if (known === undefined) covers.set(cover.memberId, [cover])
    else known.push(cover)
  }
  const members = new Map<string, Member>()
  for (const [memberId, of] of covers) {
    const member = buildMember(memberId, of, options.day)
    if (member !== undefined) members.set(memberId, member)
  }
  return members
}

function buildMember(memberId: string, covers: readonly Cover[], day: string): Member | undefined {
  const dependents = covers.filter(({ subscriber }) => subscriber !== undefined)
  const own = activeOrLast(
    covers.filter(({ subscriber }) => subscriber === undefined),
    day,
  )
  // If the record has only policies of dependents, these name the subscriber.
  const of = own ?? activeOrLast(dependents, day)
  return (
    of && {
      subscriber: { ...(of.subscriber ?? of.person), memberId },
      policy: of.policy,
      dependents: dependents.map(({ person, policy }) => ({ person, policy })),
    }
  )
}

/**
 * Finds in steps the reference of the patient who has a policy with this number and, if given, this birth date.
 * Undefined if the record has none.
 */
export function* findRecordedPatient(
  ask: Ask,
  memberId: string,
  born: string | null,
  options: DirectoryOptions,
): Steps<string | undefined> {
  const covers = (yield* coversOfMembers(ask, [memberId], options)).get(memberId) ?? []
  const asked: Person = { lastName: '', ...(born !== null && { birthDate: born }) }
  return activeOrLast(
    covers.filter(({ person }) => isBornAs(person, asked)),
    options.day,
  )?.patient
}

/** Maximum number of member numbers in one search, which keeps the query short. */
const numbersInSearch = 50

function* coversOfMembers(
  ask: Ask,
  memberIds: readonly string[],
  options: Pick<DirectoryOptions, 'organization'>,
): Steps<ReadonlyMap<string, readonly Cover[]>> {
  const found = new Map<string, JsonObject[]>()
  for (const parameter of ['identifier', 'subscriber-id']) {
    const wanted = [...new Set(memberIds)].filter((id) => !found.has(id))
    for (let start = 0; start < wanted.length; start += numbersInSearch) {
      const numbers = wanted.slice(start, start + numbersInSearch)
      const values = numbers.map((id) => encodeURIComponent(id.replaceAll(/[\\,$|]/g, '\\$&')))
      for (const coverage of yield* search(ask, 'Coverage', `${parameter}=${values.join(',')}`)) {
        const number = readNumber(coverage)
        if (number === undefined || !numbers.includes(number)) continue
        const known = found.get(number)
        if (known === undefined) found.set(number, [coverage])
        else known.push(coverage)
      }
    }
  }
  const covers = new Map<string, readonly Cover[]>()
  for (const [number, coverages] of found) covers.set(number, yield* readCovers(ask, coverages, options))
  return covers
}

function activeOrLast(covers: readonly Cover[], day: string): Cover | undefined {
  return covers.find(({ policy }) => isActiveOn(policy, day)) ?? covers.at(-1)
}

function* readCovers(
  ask: Ask,
  coverages: readonly JsonObject[],
  options: Pick<DirectoryOptions, 'organization'>,
  known?: Person,
): Steps<readonly Cover[]> {
  const covers: Cover[] = []
  for (const coverage of coverages) {
    const cover = readCover(ask, coverage, options, known)
    if (cover !== undefined) covers.push(cover)
    yield
  }
  return covers
}

/** Reads a Coverage; undefined if it has no number or no patient, or is of another payer. */
function readCover(
  ask: Ask,
  coverage: JsonObject,
  { organization }: Pick<DirectoryOptions, 'organization'>,
  known?: Person,
): Cover | undefined {
  const memberId = readNumber(coverage)
  const payors = list(coverage.payor).map((payor) => textAt(payor, 'reference'))
  if (memberId === undefined || (organization !== undefined && !payors.includes(organization))) return undefined
  const beneficiary = textAt(coverage.beneficiary, 'reference') ?? ''
  const person = known ?? readPatient(ask, beneficiary)
  const reference = textAt(coverage.subscriber, 'reference')
  const subscriber = reference === undefined || reference === beneficiary ? undefined : readPatient(ask, reference)
  return person && { memberId, patient: beneficiary, person, subscriber, policy: readPolicy(coverage) }
}

function readPatient(ask: Ask, reference: string): Person | undefined {
  const patient = read(ask, reference)
  return patient?.resourceType === 'Patient' ? readPerson(patient) : undefined
}

function readNumber(coverage: JsonObject): string | undefined {
  return (
    textAt(coverage, 'subscriberId') ??
    list(coverage.identifier).flatMap((identifier) => textAt(identifier, 'value') ?? [])[0]
  )
}

function readPerson(patient: JsonObject): Person {
  const names = list(patient.name)
  const name = names.find((candidate) => textAt(candidate, 'use') === 'official') ?? names[0]
  const firstName = list(isJsonObject(name) ? name.given : undefined).find(isText)
  const birthDate = textAt(patient, 'birthDate')
  const gender = textAt(patient, 'gender')
  return {
    lastName: textAt(name, 'family') ?? textAt(name, 'text') ?? unknownName,
    ...(firstName !== undefined && { firstName }),
    ...(isDay(birthDate) && { birthDate }),
    ...(gender !== undefined && { gender: gender === 'female' || gender === 'male' ? gender : 'unknown' }),
  }
}

function readPolicy(coverage: JsonObject): Policy {
  const plans = list(coverage.class).filter((entry) =>
    readCodes(isJsonObject(entry) ? entry.type : undefined).includes('plan'),
  )
  const plan = textAt(plans[0], 'name') ?? textAt(plans[0], 'value')
  const begin = textAt(coverage.period, 'start')?.slice(0, 10)
  const end = textAt(coverage.period, 'end')?.slice(0, 10)
  return {
    inForce: coverage.status === 'active',
    ...(plan !== undefined && { plan }),
    ...(isDay(begin) && { begin }),
    ...(isDay(end) && { end }),
    shares: list(coverage.costToBeneficiary).flatMap(readShares),
  }
}

function readShares(cost: JsonValue): Benefit[] {
  if (!isJsonObject(cost)) return []
  const code = readCodes(cost.type).find((candidate) => Object.hasOwn(shareCodes, candidate)) ?? ''
  const share = shareCodes[code]
  const money = isJsonObject(cost.valueMoney) ? cost.valueMoney.value : undefined
  const quantity = isJsonObject(cost.valueQuantity) ? cost.valueQuantity.value : undefined
  const value = typeof money === 'number' ? money : quantity
  if (share === undefined || typeof value !== 'number' || value < 0) return []
  const [eb, serviceType] = share
  const worth = eb === 'A' ? { percent: Math.min(1, value / 100) } : { amount: Math.min(value, 1e9) }
  return [{ code: eb, coverageLevel: 'IND', serviceTypes: [serviceType], ...worth }]
}

/** Returns in steps all resources that a search finds; none if the search is rejected. */
export function* search(ask: Ask, type: string, condition: string): Steps<readonly JsonObject[]> {
  const found: JsonObject[] = []
  let query: string | undefined = [condition, '_count=1000'].filter(Boolean).join('&')
  while (query !== undefined) {
    const bundle = readBody(yield* ask.inSteps(fhirType, fhirGroup.name, toRead(type, query)))
    for (const entry of list(bundle?.entry)) {
      if (isJsonObject(entry) && isJsonObject(entry.resource)) found.push(entry.resource)
    }
    const next = list(bundle?.link).find((link) => textAt(link, 'relation') === 'next')
    query = textAt(next, 'url')?.split('?', 2)[1]
  }
  return found
}

/** Reads a resource; undefined if there is none. */
export function read(ask: Ask, path: string): JsonObject | undefined {
  return readBody(ask(fhirType, fhirGroup.name, toRead(path, '')))
}

function toRead(path: string, query: string): SimulatorCall {
  return { method: 'GET', path, query, headers: fhirHeaders, body: null }
}

function readBody(answer: SimulatorResponse | undefined): JsonObject | undefined {
  const json = answer?.status === 200 ? readJson(answer) : undefined
  return isJsonObject(json) ? json : undefined
}

function readCodes(concept: JsonValue | undefined): string[] {
  return list(isJsonObject(concept) ? concept.coding : undefined).flatMap((coding) => textAt(coding, 'code') ?? [])
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function textAt(value: JsonValue | undefined, member: string): string | undefined {
  const found = isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined
  return isText(found) ? found : undefined
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** Whether a text is a full calendar date. */
function isDay(value: string | undefined): value is string {
  return value !== undefined && isDate(value)
}
