import type { JsonObject } from '@carebench/protocol'
import { type Paper, paperText } from '../clinic/papers.js'
import { paperTypes } from '../clinic/payer-rules.js'
import type { Person } from '../clinic/people.js'
import { missingOr } from './expected-values.js'
import { onlyWords } from './fixed-words.js'

/** Words that the name of an attached file may contain. Frozen, because criteria contain them. */
const nameWords =
  'attachment attached clinical copy date desk doc docs document documents dr file final for from full imaging lab labs laboratory medical mrn note notes number of office original page patient physical polysomnography prior progress pt record records report result results scan signed sleep study supporting text the therapy visit auth authorization request md text txt'

/**
 * Returns the conditions on the file of an attachment: its name describes only its content, and its media type is a
 * text type.
 */
export function makeFile(paper: Paper, person: Person, codes: readonly string[]): JsonObject {
  const text = paperText(paper, person)
  const { title, display } = paperTypes[paper.type]
  const own = [nameWords, paper.type, title, display, text.slice(0, text.indexOf('\n\n')), ...codes]
  const counted = Array.from({ length: 20 }, (_, number) => String(number))
  const orNone = (expected: JsonObject) => missingOr({ $eq: null }, expected)
  return {
    file_name: orNone(onlyWords(own, [...own, ...counted])),
    media_type: orNone({
      $regex: '(?i)(text/(plain|markdown)|application/octet-stream)( *; *charset="?(utf-?8|us-ascii|iso-8859-1)"?)?',
    }),
  }
}
