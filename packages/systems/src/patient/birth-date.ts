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
const monthNames = months.map((name) => `${name}|${name.slice(0, 3)}\\.?|${name.slice(0, 4)}\\.?`).join('|')
const ordinal = '(\\d{1,2})(?:st|nd|rd|th)?'

type Parts = readonly [year: string | undefined, month: string | undefined, day: string | undefined]

/** The formats of a spoken date, each with the parts of a match. */
const forms: readonly (readonly [RegExp, (groups: readonly (string | undefined)[]) => Parts])[] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, ([year, month, day]) => [year, month, day]],
  [/(?<![\d/.-])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/g, ([month, day, year]) => [year, month, day]],
  [/(?<!\d)((?:18|19|20)\d{2})(\d{2})(\d{2})(?!\d)/g, ([year, month, day]) => [year, month, day]],
  [/(?<!\d)(\d{2})(\d{2})((?:18|19|20)\d{2})(?!\d)/g, ([month, day, year]) => [year, month, day]],
  [
    new RegExp(`\\b(${monthNames})\\s+(?:the\\s+)?${ordinal},?\\s+(?:of\\s+)?(\\d{4})\\b`, 'g'),
    ([month, day, year]) => [year, month, day],
  ],
  [
    new RegExp(`\\b${ordinal}\\s+(?:of\\s+)?(${monthNames}),?\\s+(\\d{4})\\b`, 'g'),
    ([day, month, year]) => [year, month, day],
  ],
]

/**
 * The dates mentioned in a text, as `YYYY-MM-DD`: `1985-03-04`, `3/4/1985`, `03041985`, `March 4th, 1985`, `4 March
 * 1985`. In numeric dates the month comes first, unless there is no such month; a two-digit year may be of either
 * century and so gives two dates.
 */
export function datesSaid(text: string): readonly string[] {
  const heard = text.normalize('NFKC').toLowerCase()
  const dates = new Set<string>()
  for (const [form, read] of forms) {
    for (const match of heard.matchAll(form)) {
      for (const date of datesOf(read(match.slice(1)))) dates.add(date)
    }
  }
  return [...dates]
}

function datesOf([year = '', month = '', day = '']: Parts): readonly string[] {
  const named = months.findIndex((name) => /^[a-z]/.test(month) && name.startsWith(month.slice(0, 3)))
  const first = named === -1 ? Number(month) : named + 1
  const second = Number(day)
  const [inYear, inMonth] = first > 12 && second <= 12 ? [second, first] : [first, second]
  const years = year.length === 2 ? [`19${year}`, `20${year}`] : [year]
  return years.flatMap((candidate) => {
    const date = `${candidate}-${String(inYear).padStart(2, '0')}-${String(inMonth).padStart(2, '0')}`
    return isDay(date) ? [date] : []
  })
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** A date in spoken form: `March 4, 1985`. A value that is not a full date is returned unchanged. */
export function sayDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? date : `${name[0]?.toUpperCase()}${name.slice(1)} ${Number(day)}, ${year}`
}
