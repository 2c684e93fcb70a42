/** MUST: a server that does otherwise is wrong. SHOULD: it may have its reasons. */
export type Level = 'MUST' | 'SHOULD'

/** `core`: the interface specification says so. `extended`: what carebench does where the specification is silent. */
export type Profile = 'core' | 'extended'

/** One thing that can be checked over HTTP with nothing but keys. */
export interface Requirement<Id extends string = string> {
  /** Topic and name in kebab-case, for example `pagination.limit-clamped`; never used again for something else. */
  readonly id: Id
  /** `Specification 4.4`, or for the profile `extended` a heading of docs/contract.md. */
  readonly section: string
  readonly level: Level
  readonly profile: Profile
  /** What holds, in a sentence. */
  readonly statement: string
}

type Statements = Readonly<Record<string, string>>

/** Requirements of the profile `core`, by id; the section is a number of the specification. */
export function specified<const All extends Statements>(
  section: `${number}` | `${number}.${number}`,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return list(`Specification ${section}`, 'MUST', 'core', statements)
}

/** Requirements of the profile `extended`, by id; the section is a heading of docs/contract.md. */
export function decided<const All extends Statements>(
  section: string,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return list(section, 'MUST', 'extended', statements)
}

/** As {@link decided}, for what a server may do otherwise if it has its reasons. */
export function recommended<const All extends Statements>(
  section: string,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return list(section, 'SHOULD', 'extended', statements)
}

function list<const All extends Statements>(
  section: string,
  level: Level,
  profile: Profile,
  statements: All,
): readonly Requirement<keyof All & string>[] {
  return Object.entries(statements).map(([id, statement]) => ({
    id: id as keyof All & string,
    section,
    level,
    profile,
    statement,
  }))
}
