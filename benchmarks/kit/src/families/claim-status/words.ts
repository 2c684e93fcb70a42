import type { JsonObject } from '@carebench/protocol'
import { courtesies, dateWords, onlyWords, titles } from '../../builders/fixed-words.js'
import type { SentClaim } from '../../clinic/claims-records.js'
import { fullName } from '../../clinic/people.js'
import { claimTold } from '../../clinic/scripts.js'

/** Words in which people say the same as the sentence of the page. Part of the handbook, so frozen. */
const otherWays =
  'this is calling call about from at alder creek claims desk claim patient the a and his her was on born dob id your status of it for that all nothing else i can could would you tell me what please number repeat again reference regional hospital'

/** Accepts a text that uses only the words and numbers that the call to a department needs for these claims. */
export function wordsAbout(claims: readonly SentClaim[]): JsonObject {
  return onlyWords(
    [
      courtesies,
      titles,
      claimTold({ account: '', member: '', born: '' }),
      otherWays,
      ...claims.flatMap(({ account, member }) => [
        account,
        member.memberId,
        fullName(member),
        ...dateWords(member.birthDate),
      ]),
    ],
    claims.flatMap(({ account, member }) => [account, member.memberId, member.birthDate]),
  )
}
