/** The media type of a content-type header, in lower case and without parameters; empty if there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
