const months: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Returns a date in spoken form: `March 4, 1985`. A value that is not a full date is returned unchanged. */
export function sayDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? date : `${name[0]?.toUpperCase()}${name.slice(1)} ${Number(day)}, ${year}`
}
