const byExtension: ReadonlyMap<string, string> = new Map([
  ['835', 'application/edi-x12'],
  ['837', 'application/edi-x12'],
  ['csv', 'text/csv'],
  ['dcm', 'application/dicom'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['edi', 'application/edi-x12'],
  ['gz', 'application/gzip'],
  ['hl7', 'application/hl7-v2'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['ndjson', 'application/x-ndjson'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['tsv', 'text/tab-separated-values'],
  ['txt', 'text/plain'],
  ['x12', 'application/edi-x12'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xml', 'application/xml'],
  ['zip', 'application/zip'],
])

/** The media types that clients send by default. */
const unmeant: readonly string[] = ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded']

const form = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/

/** Returns the media type of a `content-type`, in lower case and without parameters; undefined if it is invalid. */
export function readMediaType(stated: string): string | undefined {
  const [essence = ''] = stated.split(';', 1)
  const type = essence.trim().toLowerCase()
  return form.test(type) ? type : undefined
}

/**
 * Returns the media type of a file: the stated one, unless it is a client default; else that of the file extension;
 * else the stated one or `application/octet-stream`.
 */
export function chooseMediaType(path: string, stated: string | undefined): string {
  const type = stated === undefined ? undefined : readMediaType(stated)
  if (type !== undefined && !unmeant.includes(type)) return type
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return byExtension.get(extension) ?? type ?? 'application/octet-stream'
}
