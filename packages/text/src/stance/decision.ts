import type { Token } from '../tokens/token.js'
import { grants, prepositions } from './cues.js'

const halfway = /^(?:erroneously|wrongly|mistakenly|incorrectly|soon|tentatively|provisionally|practically|virtually)$/

/**
 * Returns the stance of a word that the word directly before it changes: "un-approved", "half-approved", "wrongly
 * approved".
 */
export function readPrefix(
  tokens: readonly Token[],
  at: number,
): { readonly stance: 'negated' | 'open'; readonly cue: number } | undefined {
  const adverb = tokens[at - 1]?.text ?? ''
  const prefix = adverb === '-' && tokens[at]?.spaced === false ? (tokens[at - 2]?.text ?? '') : ''
  if (/^(?:un|anti)$/.test(prefix)) return { stance: 'negated', cue: at - 2 }
  if (/^(?:quasi|semi|half|pseudo|near)$/.test(prefix)) return { stance: 'open', cue: at - 2 }
  const isHalfway = /^(?:almost|nearly)$/.test(adverb) || (halfway.test(adverb) && grants.has(tokens[at]?.text ?? ''))
  return isHalfway ? { stance: 'open', cue: at - 1 } : undefined
}

const maxVerbWords = 6
const verbLike = /(?:ly|ed|en)$/

/** Returns the end of the verbs that begin at a token, with their adverbs: "reviewed and fully approved". */
export function findVerbEnd(tokens: readonly Token[], start: number): number {
  let end = start
  for (; end < start + maxVerbWords && tokens[end]?.kind === 'word'; end++) {
    const { text } = tokens[end] as Token
    const isJoint = /^(?:and|or)$/.test(text)
    if (isJoint ? !verbLike.test(tokens[end + 1]?.text ?? '') : prepositions.has(text)) break
    if (end > start && !isJoint && !verbLike.test(text)) break
  }
  return end
}
