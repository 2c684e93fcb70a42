import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { Value } from 'typebox/value'
import { isDate } from '../calendar-date.js'
import { configuredMembers } from './configured-members.js'
import { type Member, nameOfPerson, unknownName } from './member.js'
import { type ConfiguredMember, memberSchema } from './member-schema.js'

/** Converts a configured member to a row of `patients`, which {@link memberOfRow} reads. */
export function rowOfMember(member: ConfiguredMember): JsonObject {
  const { member_id, first_name, last_name, birth_date, begin, end, ...more } = member
  return {
    member_id,
    name: [first_name, last_name].filter(Boolean).join(' '),
    first_name: first_name ?? null,
    last_name,
    date_of_birth: birth_date ?? null,
    coverage_start: begin ?? null,
    coverage_end: end ?? null,
    ...more,
  }
}

/** Converts a member found in the record to a row of `patients`. */
export function rowOfRecordedMember(memberId: string, { subscriber, policy, dependents }: Member): JsonObject {
  return {
    member_id: memberId,
    name: nameOfPerson(subscriber) ?? null,
    first_name: subscriber.firstName ?? null,
    last_name: subscriber.lastName,
    date_of_birth: subscriber.birthDate ?? null,
    plan: policy.plan ?? null,
    coverage_start: policy.begin ?? null,
    coverage_end: policy.end ?? null,
    ...(!policy.inForce && { status: 'inactive' }),
    ...(dependents.length > 0 && {
      dependents: dependents.map(({ person: { firstName, lastName, birthDate } }) => ({
        first_name: firstName ?? null,
        last_name: lastName,
        birth_date: birthDate ?? null,
      })),
    }),
  }
}

/**
 * Returns a row of `patients` as a member: `name`, or `first_name` and `last_name`; `date_of_birth`, `gender`, `plan`,
 * `status` (`inactive` ends the coverage, also that of dependents), `coverage_start`, `coverage_end`, and `benefits`
 * and `dependents` as in a configuration. Missing or malformed members count as unknown.
 */
export function memberOfRow(memberId: string, row: JsonObject): Member {
  const { text, date } = makeReaders(row)
  const name = text('name') ?? ''
  const whole = nameParts(name)
  const lastName = text('last_name') ?? whole.lastName
  // If the whole name is the last name, there is no first name.
  const firstName = text('first_name') ?? (name === lastName ? undefined : whole.firstName)
  const birthDate = date('date_of_birth')
  const begin = date('coverage_start')
  const end = date('coverage_end')
  const plan = text('plan')
  const gender = text('gender')
  const inForce = text('status')?.toLowerCase() !== 'inactive'
  const known = readDetails(memberId, lastName, row)
  return {
    subscriber: {
      lastName,
      memberId,
      ...(firstName !== undefined && { firstName }),
      ...(birthDate !== undefined && { birthDate }),
      ...(isGender(gender) && { gender }),
    },
    policy: {
      inForce,
      ...(plan !== undefined && { plan }),
      ...(begin !== undefined && { begin }),
      ...(end !== undefined && { end }),
      shares: known?.policy.shares ?? [],
    },
    dependents: (known?.dependents ?? []).map(({ person, policy }) => ({
      person,
      policy: {
        ...(begin !== undefined && { begin }),
        ...(end !== undefined && { end }),
        ...(plan !== undefined && { plan }),
        ...policy,
        inForce: inForce && policy.inForce,
      },
    })),
  }
}

function isGender(text: string | undefined): text is NonNullable<ConfiguredMember['gender']> {
  return text === 'female' || text === 'male' || text === 'unknown'
}

/** Returns the parts of `Marisol Quintero`, or of `Quintero, Marisol`. */
function nameParts(name: string): { readonly lastName: string; readonly firstName: string | undefined } {
  const [before = '', after] = name.split(',', 2).map((part) => part.trim())
  if (after !== undefined) return { lastName: before || unknownName, firstName: after || undefined }
  const words = before.split(/\s+/).filter(Boolean)
  return { lastName: words.at(-1) ?? unknownName, firstName: words.slice(0, -1).join(' ') || undefined }
}

/**
 * Returns a member with the benefits and dependents of a row; undefined if they are not in the format of a
 * configuration.
 */
function readDetails(member_id: string, last_name: string, row: JsonObject): Member | undefined {
  const { benefits = [], dependents = [] } = row
  const configured: unknown = { member_id, last_name, benefits, dependents }
  if (!Value.Check(memberSchema, configured)) return undefined
  try {
    return configuredMembers([configured]).byMemberId.get(member_id)
  } catch {
    // A date is invalid.
    return undefined
  }
}

function makeReaders(row: JsonObject) {
  const text = (member: string): string | undefined => {
    const value: JsonValue | undefined = isJsonObject(row) && Object.hasOwn(row, member) ? row[member] : undefined
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const date = (member: string): string | undefined => {
    const value = text(member)
    return value !== undefined && isDate(value) ? value : undefined
  }
  return { text, date }
}
