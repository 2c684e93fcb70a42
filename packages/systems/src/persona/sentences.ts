import { detectLanguage, type KnownLanguage } from '@carebench/text'

/** The standard sentences of personas, used where the configuration has none. */
export interface Sentences {
  readonly needs: (list: string) => string
  readonly stillNeeds: (list: string) => string
  readonly needsFirst: (list: string) => string
  readonly mismatch: (list: string) => string
  readonly contradiction: string
  readonly mayNot: string
  readonly thanks: string
  readonly givesUp: string
  readonly refuses: string
  readonly lost: string
  readonly and: string
  readonly labels: Readonly<Record<string, string>>
  readonly labelOf: (words: string) => string
  readonly is: (label: string, value: string) => string
  readonly unknown: string
  readonly isEnglish: boolean
  /** The sentences of patients about themselves. */
  readonly refused: string
  readonly rightPerson: string
  readonly ownBirthDate: (date: string | undefined) => string
  readonly asksBirthDate: string
  readonly wrongBirthDate: string
  readonly noTalk: string
  readonly verified: string
  readonly rathersNot: string
  readonly agrees: string
  readonly goodbye: string
  readonly welcome: string
  readonly notSure: string
  readonly doNotKnow: string
}

const english: Sentences = {
  needs: (list) => `I need ${list}, please.`,
  stillNeeds: (list) => `Thank you. I still need ${list}.`,
  needsFirst: (list) => `Before that, I need ${list}.`,
  mismatch: (list) => `I am sorry, what you gave me as ${list} is not what I have here.`,
  contradiction: 'I am sorry, I have nobody here to whom all of that applies.',
  mayNot: 'I am not able to give you that.',
  thanks: 'Thank you. Is there anything else?',
  givesUp: 'I cannot verify that. Goodbye.',
  refuses: 'I am sorry, I cannot do that for you.',
  lost: 'I am sorry, could you say that in other words?',
  and: 'and',
  labels: {
    name: 'the name of the patient',
    patient: 'the name of the patient',
    dob: 'the date of birth',
    birth_date: 'the date of birth',
    payer: 'the name of the payer',
    insurance: 'the name of the insurance',
    member_id: 'the member number',
    phone: 'the telephone number',
    callback: 'a number to call back',
    fax: 'the fax number',
    authorization: 'the authorization number',
    npi: 'the NPI',
    mrn: 'the medical record number',
    caller: 'your name',
  },
  labelOf: (words) => `the ${words}`,
  is: (label, value) => `${label.charAt(0).toUpperCase()}${label.slice(1)} is ${value}.`,
  unknown: 'I do not know that.',
  isEnglish: true,
  refused: 'I do not want to talk to you. Goodbye.',
  rightPerson: 'Before we talk, please make sure that you have the right person.',
  ownBirthDate: (date) => `My date of birth is ${date ?? 'my own business'}.`,
  asksBirthDate: 'Before we talk, please tell me my date of birth, so that I know who is calling.',
  wrongBirthDate: 'That is not my date of birth.',
  noTalk: 'I will not talk to you. Goodbye.',
  verified: 'Thank you, that is right. How can I help you?',
  rathersNot: 'No, thank you. I would rather not.',
  agrees: 'Yes, that is fine with me.',
  goodbye: 'Goodbye.',
  welcome: 'You are welcome.',
  notSure: 'I am not sure what you mean. Could you say that in other words?',
  doNotKnow: 'I do not know',
}

const spanish: Sentences = {
  needs: (list) => `Necesito ${list}, por favor.`,
  stillNeeds: (list) => `Gracias. Todavía necesito ${list}.`,
  needsFirst: (list) => `Antes necesito ${list}.`,
  mismatch: (list) => `Lo siento, lo que me dio como ${list} no es lo que tengo aquí.`,
  contradiction: 'Lo siento, no tengo a nadie aquí que cumpla con todo eso.',
  mayNot: 'No puedo darle esa información.',
  thanks: 'Gracias. ¿Algo más?',
  givesUp: 'No puedo verificarlo. Adiós.',
  refuses: 'Lo siento, no puedo hacer eso por usted.',
  lost: 'Lo siento, ¿podría decirlo de otra manera?',
  and: 'y',
  labels: {
    name: 'el nombre del paciente',
    patient: 'el nombre del paciente',
    dob: 'la fecha de nacimiento',
    birth_date: 'la fecha de nacimiento',
    payer: 'el nombre del seguro',
    insurance: 'el nombre del seguro',
    member_id: 'el número de miembro',
    phone: 'el número de teléfono',
    callback: 'un número para llamar',
    fax: 'el número de fax',
    authorization: 'el número de autorización',
    npi: 'el NPI',
    mrn: 'el número de expediente',
    caller: 'su nombre',
    allergies: 'alergias',
    medications: 'medicamentos',
    conditions: 'enfermedades',
    address: 'dirección',
    email: 'correo electrónico',
    language: 'idioma',
    gender: 'sexo',
  },
  labelOf: (words) => words,
  is: (label, value) => `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${value}.`,
  unknown: 'No lo sé.',
  isEnglish: false,
  refused: 'No quiero hablar con usted. Adiós.',
  rightPerson: 'Antes de hablar, asegúrese de que tiene a la persona correcta.',
  ownBirthDate: (date) => (date === undefined ? 'Eso no se lo digo.' : `Mi fecha de nacimiento es ${date}.`),
  asksBirthDate: 'Antes de hablar, dígame mi fecha de nacimiento, para que sepa quién llama.',
  wrongBirthDate: 'Esa no es mi fecha de nacimiento.',
  noTalk: 'No voy a hablar con usted. Adiós.',
  verified: 'Gracias, es correcto. ¿En qué puedo ayudarle?',
  rathersNot: 'No, gracias. Prefiero que no.',
  agrees: 'Sí, está bien.',
  goodbye: 'Adiós.',
  welcome: 'De nada.',
  notSure: 'No entiendo lo que quiere decir. ¿Podría decirlo de otra manera?',
  doNotKnow: 'No lo sé',
}

const onlySpeaks: Readonly<Record<KnownLanguage, string>> = {
  en: 'I am sorry, I only speak English.',
  es: 'Lo siento, solo hablo español.',
  fr: 'Désolé, je ne parle que français.',
  de: 'Es tut mir leid, ich spreche nur Deutsch.',
  pt: 'Desculpe, só falo português.',
  it: 'Mi dispiace, parlo solo italiano.',
  vi: 'Xin lỗi, tôi chỉ nói tiếng Việt.',
  zh: '对不起，我只会说中文。',
  ja: 'すみません、日本語しか話せません。',
  ko: '죄송합니다. 한국어만 할 수 있습니다.',
  ru: 'Извините, я говорю только по-русски.',
  ar: 'عذرا، أتحدث العربية فقط.',
}

/** The language settings of a persona. */
export interface Speaks {
  /** The languages that the persona understands; undefined for all. */
  readonly languages: readonly KnownLanguage[] | undefined
  readonly languageSay: string | undefined
}

/**
 * Returns the reply to a text in a language that the persona does not understand; undefined if it understands the text.
 */
export function answerForeign({ languages, languageSay }: Speaks, text: string): string | undefined {
  const [first] = languages ?? []
  if (first === undefined) return undefined
  const heard = detectLanguage(text)
  return heard === undefined || languages?.includes(heard) === true ? undefined : (languageSay ?? onlySpeaks[first])
}

/** Returns the sentences in the language of the persona's reply to a text, Spanish or English. */
export function sentencesFor({ languages }: Speaks, text: string): Sentences {
  if (languages?.includes('es') !== true) return english
  const heard = detectLanguage(text)
  return (heard ?? languages[0]) === 'es' || !languages.includes('en') ? spanish : english
}

/** Lists facts for a sentence: `the date of birth and the member number`. */
export function listFacts(
  facts: readonly { readonly fact: string; readonly ask: string | undefined }[],
  sentences: Sentences,
): string {
  const labels = facts.map(({ fact, ask }) => ask ?? readLabel(fact, sentences))
  const last = labels.at(-1) ?? ''
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(', ')} ${sentences.and} ${last}`
}

/** Returns the name of a fact in a sentence. */
export function readLabel(fact: string, { labels, labelOf: label }: Sentences): string {
  return (Object.hasOwn(labels, fact) ? labels[fact] : undefined) ?? label(fact.replaceAll('_', ' '))
}
