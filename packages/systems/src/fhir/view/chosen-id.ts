const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Ids of the server: see `newFhirId`. */
const drawn = /^[0-9a-hjkmnp-tv-z]{26}$/
const hexadecimal = /^(?=.*\d)[0-9a-f-]{8,64}$/i

/** Words that say what a record is, and nothing about anybody. */
const plainWords: ReadonlySet<string> = new Set(
  (
    'agent appointment appt auth back booking call callback claim clerk comm communication coverage critical desk ' +
    'doc document example lab laboratory letter message mrn new note obs observation order organization pat ' +
    'patient prac practitioner read readback record ref referral request response result results rfi slot task ' +
    'telephone test visit'
  ).split(' '),
)

/** Letters of other words that an id may have: more of them are words about something. */
const maxLetters = 8

/**
 * Whether the id of a new record is a number: one of the server, a UUID, or one with a digit and few letters besides
 * words for kinds of records. Any other could say something, and people do not read ids.
 */
export function isNumberOfRecord(id: string, type: string): boolean {
  if (uuid.test(id) || drawn.test(id) || hexadecimal.test(id)) return true
  const own = type.toLowerCase()
  const words = id
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '' && word !== own && !plainWords.has(word))
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return letters === 0 || (/\d/.test(id) && letters <= maxLetters)
}
