import { foldText } from '@carebench/text'
import { type Listener, ListenerGroup } from '../listening.js'
import { sayDate } from './say-date.js'
import { readLabel, type Sentences } from './sentences.js'

/** A fact that a person can be asked about. */
export interface Topic {
  readonly fact: string
  /** Whether a text asks for it. */
  readonly asked: Listener
  /** Whether there is consent to disclose it. */
  readonly isDisclosed: boolean
  /** Returns a sentence with the fact. */
  readonly say: (value: string, sentences: Sentences) => string
}

/** The options that decide which facts are topics, and which of them are disclosed. */
export interface TopicChoice {
  /** The facts that callers have to state, which are not disclosed to them. */
  readonly wanted: ReadonlySet<string>
  /** The facts that may be disclosed; undefined for all. */
  readonly consent: readonly string[] | undefined
}

const known: readonly (readonly [fact: string, phrases: readonly string[], say: (fact: string) => string])[] = [
  [
    'birth_date',
    ['date of birth', 'birth date', 'birthdate', 'birthday', 'dob', 'when were you born', 'fecha de nacimiento'],
    (fact) => `My date of birth is ${fact}.`,
  ],
  ['name', ['your name', 'full name', 'who am i speaking', 'who is this'], (fact) => `My name is ${fact}.`],
  ['phone', ['phone number', 'telephone number', 'number to reach you'], (fact) => `My number is ${fact}.`],
  ['email', ['email', 'e-mail'], (fact) => `My e-mail address is ${fact}.`],
  [
    'address',
    ['your address', 'home address', 'mailing address', 'where do you live', 'su dirección', 'dónde vive'],
    (fact) => `I live at ${fact}.`,
  ],
  ['allergies', ['allergies', 'allergic', 'allergy', 'alergias', 'alergia'], (fact) => `I am allergic to ${fact}.`],
  [
    'medications',
    [
      'medications',
      'medication',
      'medicines',
      'medicine',
      'prescriptions',
      'what are you taking',
      'medicamentos',
      'medicinas',
    ],
    (fact) => `I take ${fact}.`,
  ],
  ['conditions', ['conditions', 'medical history', 'diagnosed with', 'health problems'], (fact) => `I have ${fact}.`],
  ['member_id', ['member id', 'member number', 'insurance number', 'policy number'], (fact) => `It is ${fact}.`],
  ['insurance', ['insurance', 'insured', 'health plan', 'coverage'], (fact) => `I am with ${fact}.`],
  ['language', ['language'], (fact) => `I speak ${fact}.`],
  ['gender', ['gender', 'sex'], (fact) => `I am ${fact}.`],
]

interface KnownTopic {
  readonly fact: string
  readonly asked: Listener
  readonly say: (fact: string) => string
}

/** The listeners that all people share. */
const common = new ListenerGroup()

const knownTopics = known.map(
  ([fact, phrases, say]): KnownTopic => ({ fact, asked: common.compile([...phrases], `facts.${fact}`), say }),
)

/**
 * Returns the topics about a person: first configured facts without standard phrases, then everything that a record may
 * contain.
 */
export function ownTopics(
  facts: Readonly<Record<string, unknown>>,
  choice: TopicChoice,
  listeners: ListenerGroup,
): readonly Topic[] {
  const named = new Set(known.map(([fact]) => fact))
  const own = Object.keys(facts).filter((fact) => !named.has(fact))
  const sayOwn = ({ fact, say }: Omit<KnownTopic, 'asked'>): Topic['say'] => {
    const spoken = (value: string) => (fact === 'birth_date' ? sayDate(value) : value)
    return (value, sentences) =>
      sentences.isEnglish ? say(spoken(value)) : sentences.is(readLabel(fact, sentences), spoken(value))
  }
  return chosenTopics(choice, [
    ...own.map((fact) => makeTopic(fact, sayOwn({ fact, say: (value) => value }), listeners)),
    ...knownTopics.map((topic) => ({ ...topic, say: sayOwn(topic) })),
  ])
}

/** Returns the topics about the people in a persona's charts; the persona discloses only what the charts contain. */
export function chartTopics(facts: Iterable<string>, choice: TopicChoice, listeners: ListenerGroup): readonly Topic[] {
  return chosenTopics(
    choice,
    Array.from(facts, (fact) =>
      makeTopic(
        fact,
        (value, sentences) => (/[.!?]$/.test(value) ? value : sentences.is(readLabel(fact, sentences), value)),
        listeners,
      ),
    ),
  )
}

type UnchosenTopic = Omit<Topic, 'isDisclosed'>

function chosenTopics(
  { wanted, consent }: TopicChoice,
  topics: readonly (UnchosenTopic | undefined)[],
): readonly Topic[] {
  return topics.flatMap((topic) =>
    topic === undefined || wanted.has(topic.fact)
      ? []
      : [{ ...topic, isDisclosed: consent === undefined || consent.includes(topic.fact) }],
  )
}

/**
 * Returns the topic of a fact, recognized by its standard phrases, or else by the words of its name; undefined if the
 * name has no words.
 */
function makeTopic(fact: string, say: Topic['say'], listeners: ListenerGroup): UnchosenTopic | undefined {
  const topic = knownTopics.find((one) => one.fact === fact)
  if (topic !== undefined) return { fact, asked: topic.asked, say }
  const name = words(fact)
  return foldText(name) === '' ? undefined : { fact, asked: listeners.compile(name, `facts.${fact}`), say }
}

const questions: Listener = common.compile(
  (
    'what|which|when|where|who|whose|how|tell me|give me|may i have|can i have|could i have|can you|could you|read ' +
    'me|repeat|do you have|i need|qué|cuál|cuándo|dónde|dígame|puede'
  ).split('|'),
  'questions',
)

/** Whether a text asks for something. */
export function asksSomething(text: string): boolean {
  return /[?？]/.test(text) || questions(text)
}

/** Tests whether a text asks to hear something again. */
export const asksAgain: Listener = common.compile(
  ['repeat', 'say that again', 'say it again', 'once more', 'one more time', 'pardon', 'otra vez'],
  'repeats',
)

function words(fact: string): string {
  return fact.replaceAll('_', ' ')
}

/** Tests whether a text asks for a date of birth. */
export const asksBirthDate: Listener = (text) => birthDateTopic.some((topic) => topic.asked(text))

const birthDateTopic = knownTopics.filter(({ fact }) => fact === 'birth_date')

/** Tests whether a text makes a proposal, which a willing patient accepts. */
export const proposes: Listener = common.compile(
  [
    'would you like',
    'would that work',
    'does that work',
    'does this work',
    'is that ok',
    'is that okay',
    'is that all right',
    'is that alright',
    'are you available',
    'are you able',
    'can you make it',
    'can you come',
    'could you come',
    'can we',
    'shall i',
    'shall we',
    'may i',
    'do you agree',
    'do you consent',
    'do you want',
    'can you confirm',
    'please confirm',
    'reply yes',
    'le gustaría',
    'le parece bien',
    'está bien',
    'puede venir',
    'podría venir',
  ],
  'proposals',
)

export const saysGoodbye: Listener = common.compile(
  ['goodbye', 'good bye', 'bye', 'have a nice day', 'take care', 'adiós', 'hasta luego'],
  'goodbye',
)

export const saysThanks: Listener = common.compile(['thank you', 'thanks', 'gracias'], 'thanks')
