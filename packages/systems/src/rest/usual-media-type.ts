/** Common media types for documents, tables, messages, pictures and recordings, by top-level type. */
const usual: Readonly<Record<string, string>> = {
  application:
    'csv dicom dicom+json edi-consent edi-x12 edifact fhir+json fhir+ndjson fhir+xml gzip hl7-v2 json ' +
    'json-patch+json json-seq jsonl ld+json merge-patch+json msword ndjson octet-stream pdf rtf sql vnd.ms-excel ' +
    'vnd.ms-outlook vnd.ms-powerpoint vnd.ms-word vnd.oasis.opendocument.spreadsheet vnd.oasis.opendocument.text ' +
    'vnd.openxmlformats-officedocument.presentationml.presentation ' +
    'vnd.openxmlformats-officedocument.spreadsheetml.sheet ' +
    'vnd.openxmlformats-officedocument.wordprocessingml.document vnd.sqlite3 x-7z-compressed x-csv x-edi x-gzip ' +
    'x-hl7 x-ndjson x-pdf x-tar x-www-form-urlencoded x-x12 x-yaml x-zip-compressed x12 xhtml+xml xml yaml zip',
  audio: 'aac basic flac mp4 mpeg ogg wav webm x-wav',
  image: 'bmp gif heic jp2 jpeg jpg png svg+xml tiff webp',
  message: 'rfc822',
  multipart: 'form-data mixed related',
  text:
    'calendar cda+xml comma-separated-values css csv hl7v2 html json markdown plain rtf tab-separated-values tsv ' +
    'vcard x-csv x-edi x-hl7-ft x-markdown x-yaml xml yaml',
  video: 'mp4 mpeg ogg quicktime webm',
  'x-application': 'hl7-v2 hl7-v2+er7 hl7-v2+xml',
}

const types: ReadonlySet<string> = new Set(
  Object.entries(usual).flatMap(([type, subtypes]) => subtypes.split(' ').map((subtype) => `${type}/${subtype}`)),
)

/** The description of a valid media type, for messages. */
export const expectedMediaType = 'a media type in use, such as text/csv or application/pdf'

/** Whether a media type without parameters is a common one; any other could carry a message. */
export function isUsualMediaType(essence: string): boolean {
  return types.has(essence.trim().toLowerCase())
}
