/** A received fax. */
export interface ReceivedFax {
  readonly from: string
  readonly text: string
}

/** The content of a referral. Missing parts are empty. */
export interface Referral {
  /** The fax number of the practice. */
  readonly practice: string
  /** The telephone number of the clinic, as written. */
  readonly clinicPhone: string
  readonly memberId: string
  /** The day of the visit whose records are attached, `YYYY-MM-DD`. */
  readonly visitDay: string
  /** The first and the last permitted day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** The procedures that were withdrawn. */
  readonly withdrawn: readonly string[]
}

/** Reads the faxes about one patient, earliest first: later ones override earlier ones. */
export function readReferral(faxes: readonly ReceivedFax[]): Referral {
  const [first] = faxes
  const all = faxes.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
  const last = (pattern: RegExp) => [...all.matchAll(pattern)].at(-1)?.slice(1) ?? []
  const [visitDay = '', visitMonth = '', visitYear = ''] = last(/visit of (\d{1,2}) (\w+) (\d{4})/g)
  const [from = '', to = '', month = ''] = last(/between (\d{1,2}) and (\d{1,2}) (\w+)/g)
  const sentences = all.split(/\.(?: |$)/)
  return {
    practice: first?.from ?? '',
    clinicPhone: last(/Your scheduling: ([\d-]+)/g)[0] ?? '',
    memberId: last(/member (\w+)/g)[0] ?? '',
    visitDay: dayOf(visitYear, visitMonth, visitDay),
    from: dayOf(visitYear, month, from),
    to: dayOf(visitYear, month, to),
    withdrawn: sentences
      .filter((sentence) => /cancel|withdr[ae]w/i.test(sentence))
      .flatMap((sentence) => [...sentence.matchAll(/\((\d{5})\)/g)].map(([, code = '']) => code)),
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function dayOf(year: string, month: string, day: string): string {
  const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return number === 0 ? '' : `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}
