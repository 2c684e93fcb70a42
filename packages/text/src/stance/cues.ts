/**
 * The effect of the words at a token on the words after them, up to the end of the clause; a cue that postpones leaves
 * only the next verb open.
 */
export type CueEffect = 'negates' | 'doubts' | 'none' | 'postpones'

/** Words that deny the words after them. */
const negating = `
  nobody|no one|noone|none of|none was|none were|none has|none have|none is|none are|nothing|in no way|by no means|
  under no circumstances|anything but|false that|untrue that|incorrect that|disregard|ignore|no evidence of|
  no signs of|no sign of|negative for|free of|absence of|rather than|instead of|as opposed to|in place of|in lieu of|
  yet to|zero of|impossible that|impossible for|impossible to|no longer|far from|opposite of|fails to|failed to|
  fail to|unable to|refused to|refuses to|refusing to|declined to|declines to|ruled out|neither|nor|not|no|never|
  without|cannot|lacks|lacking|lacked|denies|denying|denied any|denied having|non|isnt|
  wasnt|arent|werent|didnt|doesnt|dont|hasnt|havent|hadnt|cant|couldnt|wont|wouldnt|shouldnt|
  aint`

/** Phrases with a negation that deny nothing. */
const harmless = `
  not only|not just|not merely|not simply|not to mention|no doubt|without doubt|without a doubt|without question|
  no question|without delay|no wonder|no more than|no less than|no fewer than|no later than|no earlier than|
  no sooner than|no change|not limited to|would like|once daily|once a|once per|once every|once weekly|once monthly|
  once again|whether or not|you should|nothing but|nothing else|nothing more|nobody doubts|no one doubts|
  nobody disputes|no one disputes|none other|beyond doubt|going to be|found to be|known to be|reported to be|
  shown to be|proved to be|proven to be|confirmed to be|out to be|appears to be|seems to be|deemed to be|
  considered to be|found to have been|known to have been|reported to have been|confirmed to have been|
  appears to have been|  seems to have been`

/**
 * Words for a value that was reported by mistake: "erroneously reported as 6.7". They do not deny a decision: a wrong
 * decision was still made.
 */
const misreporting = 'erroneously incorrectly wrongly mistakenly falsely'
  .split(' ')
  .flatMap((adverb) =>
    'reported recorded listed entered stated documented charted noted shown read'
      .split(' ')
      .map((verb) => `${adverb} ${verb}`),
  )
  .join('|')

/** Words that leave open whether the words after them are true. */
const doubting = `
  not necessarily|not sure|not certain|not clear|not known|may|might|could|would|should|maybe|perhaps|possibly|
  possible|probably|probable|likely|unlikely|suspected|suspect|suspects|if|whether|unless|assuming|until|once|unclear|
  unknown|unsure|uncertain|questionable|rule out|hardly|barely|scarcely|doubt|doubts|doubted|doubtful|improbable|
  allegedly|alleged|supposedly|purportedly|presumably|apparently|hopefully|as good as|pretend|pretends`

/** Words before a verb that say what is still to happen or may happen: "needs to be approved", "can be approved". */
const postponing = `to have been|is being|are being|hope it|hopes it|hope that it|expect it|expects it|expect that it|
  awaiting being|to be|to get|must be|must first be|must still be|can be|can now be|can only be|can still be`

interface Cue {
  readonly words: readonly string[]
  readonly effect: CueEffect
}

const byFirst = new Map<string, Cue[]>()
for (const [effect, list] of [
  ['none', harmless],
  ['negates', `${negating}|${misreporting}`],
  ['doubts', doubting],
  ['postpones', postponing],
] as const) {
  for (const phrase of list.split('|')) {
    const words = phrase.trim().split(' ')
    const first = words[0] ?? ''
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), { words, effect }].sort((a, b) => b.words.length - a.words.length),
    )
  }
}

/** Returns the longest cue that begins at a word; `words` begin with that word. */
export function cueAt(word: string, wordAt: (offset: number) => string): Cue | undefined {
  return byFirst.get(word)?.find(({ words }) => words.every((part, offset) => wordAt(offset) === part))
}

function makeSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ''))
}

/** Words that begin a new clause. */
export const conjunctions = makeSet(
  'but however although though whereas except because since so which while when after before then therefore thus ' +
    'due despite who until unless if',
)
/** Words that begin a new clause after "and". */
export const subjects = makeSet(
  'i we he she it they you this that these those there is was are were has have had will remains remained been am ' +
    'patient pt the a an his her their our your',
)
/** Words that may stand between a subject and the statement about it. */
export const copulas = makeSet(
  'is was are were be been being has have had got gets get seems appears remains subsequently later then also now ' +
    'since again already still therefore ultimately finally formally clearly definitively initially currently test ' +
    'result came back',
)
/** Words that, after a subject, say that it is absent: "MRSA negative". */
export const absences = makeSet('negative absent excluded nonexistent unremarkable')
/** Words that, after "not", say that the subject before them is absent: "not detected". */
export const presences = makeSet(
  'detected seen found present identified noted granted given issued obtained received demonstrated evident ' +
    'observed appreciated visualized reported possible achieved reached forthcoming',
)
/** Nouns for permissions, which a verb in {@link refusals} denies: "approval was denied". */
export const acts = makeSet('approval permission consent clearance acceptance agreement')
export const refusals = makeSet(
  'denied refused declined rejected withheld revoked rescinded withdrawn cancelled canceled overturned pending',
)
/** Words that leave a permission open: "approval is needed", "awaiting approval". */
export const requests = makeSet(
  'expected awaited anticipated needed required sought requested awaiting awaits await needs need requires seeking ' +
    'pending',
)
/** Decisions in favour, which were perhaps not meant if they were made in error. */
export const grants = makeSet('approved authorized authorised granted certified booked scheduled confirmed paid')
/** Words that follow a verb and are not part of it. */
export const prepositions = makeSet(
  'on in at by with for from of as to under over per via through and or given the a an if when that this',
)
/** Words that, after a subject, leave it open: "pneumonia suspected". */
export const doubts = makeSet('possible likely unlikely uncertain unclear unknown questionable suspected')
/** Negations that apply to a whole list: "no fever, chills or cough". */
export const listing = makeSet('no denies denying denied without negative free neither absence lacks')
/** Replies that deny or affirm the question or the heading before them. */
export const denials = makeSet('no not none negative absent nil false never n 0 zero null nope')
export const affirmations = makeSet('yes true positive present')
/** Subjects with which "denied" means that a person denies a finding: "patient denied chest pain". */
export const speakers = makeSet(
  'patient pt he she they mother father spouse wife husband family caregiver daughter son who',
)
