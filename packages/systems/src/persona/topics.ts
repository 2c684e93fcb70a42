import { foldText } from '@carebench/text'
import { compileWhen, type Listener } from '../listening.js'

/** A fact, and the phrases that ask for it. */
export interface Topic {
  readonly fact: string
  readonly asked: Listener
  /** The fact in a sentence. */
  readonly say: (fact: string) => string
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

/** Compiled once for all people. */
const knownTopics = known.map(
  ([fact, phrases, say]): Topic => ({ fact, asked: compileWhen([...phrases], `facts.${fact}`), say }),
)

/**
 * The topics that the patient can be asked about: facts of the configuration without questions of their own come
 * first.
 */
export function topicsOf(facts: Readonly<Record<string, unknown>>): readonly Topic[] {
  const named = new Set(known.map(([fact]) => fact))
  const own = Object.keys(facts).filter((fact) => !named.has(fact) && foldText(words(fact)) !== '')
  return [
    ...own.map((fact): Topic => ({ fact, asked: compileWhen(words(fact), `facts.${fact}`), say: (text) => text })),
    ...knownTopics,
  ]
}

/** A fact of somebody who is not asked about themselves: the phrases that ask for it. Undefined if none could. */
export function topicOf(fact: string): Omit<Topic, 'say'> | undefined {
  const phrases = known.find(([name]) => name === fact)?.[1] ?? [words(fact)]
  return foldText(phrases[0] ?? '') === '' ? undefined : { fact, asked: compileWhen([...phrases], `facts.${fact}`) }
}

const questions: Listener = compileWhen(
  'what|which|when|where|who|whose|how|tell me|give me|may i have|can i have|could i have|can you|could you|read me|repeat|do you have|i need|qué|cuál|cuándo|dónde|dígame|puede'.split(
    '|',
  ),
  'questions',
)

/** Whether a text asks for something. */
export function asksSomething(text: string): boolean {
  return /[?？]/.test(text) || questions(text)
}

/** Asks that something be said again. */
export const asksAgain: Listener = compileWhen(
  ['repeat', 'say that again', 'say it again', 'once more', 'one more time', 'pardon', 'otra vez'],
  'repeats',
)

function words(fact: string): string {
  return fact.replaceAll('_', ' ')
}

/** Questions for a date of birth. */
export const asksBirthDate: Listener = (text) => birthDateTopic.some((topic) => topic.asked(text))

const birthDateTopic = topicsOf({}).filter(({ fact }) => fact === 'birth_date')

/** Proposals that a willing patient accepts. */
export const proposes: Listener = compileWhen(
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

export const saysGoodbye: Listener = compileWhen(
  ['goodbye', 'good bye', 'bye', 'have a nice day', 'take care', 'adiós', 'hasta luego'],
  'goodbye',
)

export const saysThanks: Listener = compileWhen(['thank you', 'thanks', 'gracias'], 'thanks')
