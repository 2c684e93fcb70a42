import type { JsonObject } from '@carebench/protocol'
import { courtesies, dateWords, letterWords, onlyWords, titles } from '../../builders/fixed-words.js'
import { fullName } from '../../clinic/people.js'
import { documentNames } from '../../clinic/requests-handbook.js'
import { recordsRequest } from '../../clinic/scripts.js'
import type { Facts, Outside } from './facts.js'

/** Words in which people say the same as the sentence of the page. Part of the handbook, so frozen. */
const otherWays =
  'records record document request requested requesting department copy latest full date birth dob patient named who was on his her their we need would like could can you a for by at is'

/** Returns what people call a document, in singular and plural. */
export function listNames({ type }: Pick<Outside, 'type'>): readonly string[] {
  const name = documentNames[type] ?? ''
  return [name, `${name}s`, ...(type === 'sleep_study' ? ['polysomnography'] : [])]
}

/** Accepts a text with no words but those of a request for this document. */
export function requestWords(outside: Outside, { person }: Pick<Facts, 'person'>): JsonObject {
  return onlyWords(
    [
      courtesies,
      letterWords,
      titles,
      recordsRequest({ document: '', name: '', born: '' }),
      otherWays,
      ...listNames(outside),
      fullName(person),
      outside.practice.name,
      ...dateWords(person.birthDate),
    ],
    [person.birthDate],
  )
}
