import type { Token } from '../tokens/token.js'
import { grants, prepositions } from './cues.js'

const denying: ReadonlySet<string> = new Set(['un', 'anti'])
const weakening: ReadonlySet<string> = new Set(['quasi', 'semi', 'half', 'pseudo', 'near'])
const almost: ReadonlySet<string> = new Set(['almost', 'nearly'])
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
  if (denying.has(prefix)) return { stance: 'negated', cue: at - 2 }
  if (weakening.has(prefix)) return { stance: 'open', cue: at - 2 }
  const isHalfway = almost.has(adverb) || (grants.has(tokens[at]?.text ?? '') && halfway.test(adverb))
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
