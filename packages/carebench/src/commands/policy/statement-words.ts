import type { PolicyStatement } from '@carebench/systems/policy'

/** Returns the values that are enough for a statement, in words: `at most 88 %`. */
export function describeEnough({ answer_type: type = 'boolean', enough = {}, unit }: PolicyStatement): string {
  const { at_least, at_most, above, below, one_of, within_days, days_before } = enough
  const inUnit = describeUnit(unit)
  const parts = [
    ...(at_least === undefined ? [] : [`at least ${at_least}${inUnit}`]),
    ...(at_most === undefined ? [] : [`at most ${at_most}${inUnit}`]),
    ...(above === undefined ? [] : [`above ${above}${inUnit}`]),
    ...(below === undefined ? [] : [`below ${below}${inUnit}`]),
    ...(one_of === undefined ? [] : [one_of.join(' or ')]),
    ...(within_days === undefined ? [] : [`at most ${within_days} days before the service`]),
    ...(days_before === undefined ? [] : [`at least ${days_before} days before the service`]),
  ]
  return type === 'boolean' ? 'yes' : parts.join(' and ')
}

/** Returns the suffix for a number with a UCUM unit: ` %`, ` years`; empty without a unit. */
export function describeUnit(unit = '1'): string {
  return unit === '1' ? '' : ` ${unit === 'a' ? 'years' : unit}`
}

/** Returns where the payer finds a statement, in words. */
export function describeFact({ fact = {} }: PolicyStatement): string | undefined {
  const { search, value, within_days: days, pick = 'latest', count, diagnosis, age } = fact
  const { place_of_service: places, in_network: isInNetwork } = fact
  if (diagnosis !== undefined) return `a diagnosis of the request: ${diagnosis.join(', ')}`
  if (age !== undefined) return 'the age of the patient on the day of the service'
  if (places !== undefined) return `the place of service of the request: ${places.join(', ')}`
  if (isInNetwork !== undefined) return "the network of the member's plan"
  if (search === undefined) return undefined
  const which = pick === 'count' ? 'how many there are of ' : value === undefined ? '' : `the ${pick} ${value} of `
  const more = [
    ...(count === undefined ? [] : [`at least ${count} of them`]),
    ...(days === undefined ? [] : [`at most ${days} days before the service`]),
  ]
  return `the chart: ${which}\`${search}\`${more.length === 0 ? '' : `, ${more.join(', ')}`}`
}

/** Returns which documents show a statement, and what they have to say. */
export function describeDocuments({ accepts = [], says = [] }: PolicyStatement): string | undefined {
  if (accepts.length === 0) return undefined
  const said = says.map((phrases) => phrases.map((phrase) => `"${phrase}"`).join(' or '))
  return `${accepts.join(' or ')}${said.length === 0 ? '' : ` that says ${said.join(' and ')}`}`
}

/** Returns the name of a statement as words. */
export function toTitle(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
