/** Instants are milliseconds since 1970 in UTC; days are represented by their midnights. */
export const DAY = 86_400_000
const HOUR = 3_600_000

/** Returns the midnight at the start of the instant's day. */
export function startOfDay(moment: number): number {
  return Math.floor(moment / DAY) * DAY
}

/** Formats an instant as `YYYY-MM-DD`. */
export function toDate(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** Formats an instant as `YYYY-MM-DDThh:mm:ss.sssZ`. */
export function toDateTime(moment: number): string {
  return new Date(moment).toISOString()
}

/** Returns the year of the instant. */
export function readYear(moment: number): number {
  return new Date(moment).getUTCFullYear()
}

/** Returns the month of the instant, 1 to 12. */
export function readMonth(moment: number): number {
  return new Date(moment).getUTCMonth() + 1
}

/** Returns the midnight of a day; `month` and `day` count from 1 and may overflow (month 13 is the next January). */
export function toDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day)
}

/**
 * Returns the same day of the month, months later or (negative) earlier; a day that the month lacks overflows into the
 * next.
 */
export function addMonths(moment: number, months: number): number {
  const date = new Date(moment)
  return (
    toDay(date.getUTCFullYear(), date.getUTCMonth() + 1 + months, date.getUTCDate()) + (moment - startOfDay(moment))
  )
}

/** Returns the age in whole years at an instant. */
export function ageAt(birth: number, moment: number): number {
  const born = new Date(birth)
  const then = new Date(moment)
  const hadBirthday =
    then.getUTCMonth() > born.getUTCMonth() ||
    (then.getUTCMonth() === born.getUTCMonth() && then.getUTCDate() >= born.getUTCDate())
  return then.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1)
}

/** Returns the age in months, with fractions, at an instant. */
export function monthsAt(birth: number, moment: number): number {
  return (moment - birth) / (30.4375 * DAY)
}

/** Offices are closed on these days, in addition to weekends. */
const HOLIDAYS = ['01-01', '07-04', '12-25']

/**
 * Returns a quarter of an hour within office hours (14:00 to 21:45 UTC, the American working day), on the instant's day
 * or else the next working day.
 */
export function officeTime(moment: number, quarter: number): number {
  let day = startOfDay(moment)
  while (new Date(day).getUTCDay() % 6 === 0 || HOLIDAYS.includes(toDate(day).slice(5))) day += DAY
  return day + 14 * HOUR + (quarter % 32) * (HOUR / 4)
}
