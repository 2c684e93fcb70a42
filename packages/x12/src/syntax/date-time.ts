/** Whether text is a calendar date in the form `CCYYMMDD`. */
export function isDate(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(4, 6))
  const day = Number(text.slice(6))
  if (month < 1 || month > 12 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= days
}

/** Whether text is a range of dates in the form `CCYYMMDD-CCYYMMDD`. The order of the dates is not checked. */
export function isDateRange(text: string): boolean {
  return text.length === 17 && text.charAt(8) === '-' && isDate(text.slice(0, 8)) && isDate(text.slice(9))
}

/** Whether text is a time: `HHMM`, `HHMMSS`, or with tenths or hundredths of a second. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3])[0-5]\d([0-5]\d\d{0,2})?$/.test(text)
}
