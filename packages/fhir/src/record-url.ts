/*
 * Bundles name the record that they come from by its URL, and only who carries an answer knows that. While an answer is
 * written a mark stands for the URL: a control character as it is, which nothing that JSON.stringify wrote has in it.
 */

const mark = '\u0001'

/** Writes a URL below the record, such as `Patient/1`, as a string of JSON text. */
export function quoteUrl(path: string): string {
  return `"${mark}${JSON.stringify(path).slice(1)}`
}

/** Text of JSON, and where in it URLs begin that are relative to the record, in UTF-16 code units. */
export interface LinkedText {
  readonly text: string
  readonly relativeUrls: readonly number[]
}

/** Puts the URL of the record in place of the marks; without one the URLs are relative, and their places are told. */
export function linkText(marked: string, baseUrl: string | undefined): LinkedText {
  const parts = marked.split(mark)
  const [first = ''] = parts
  if (parts.length === 1) return { text: first, relativeUrls: noPlaces }
  if (baseUrl !== undefined) {
    return { text: parts.join(JSON.stringify(baseUrl).slice(1, -1)), relativeUrls: noPlaces }
  }
  const relativeUrls: number[] = []
  let place = first.length
  for (const part of parts.slice(1)) {
    relativeUrls.push(place)
    place += part.length
  }
  return { text: parts.join(''), relativeUrls }
}

const noPlaces: readonly number[] = []
