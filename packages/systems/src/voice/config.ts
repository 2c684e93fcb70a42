import { type Static, Type } from 'typebox'
import { phoneNumberPattern } from '../addresses/phone-number.js'
import { whenSchema } from '../listening.js'
import { hoursMembers } from '../opening-hours.js'
import { conditionMembers, factsSchema, personaMembers } from '../persona/config.js'
import { reachMembers } from '../persona/reach.js'

const closed = { additionalProperties: false } as const

function line(description: string) {
  return Type.String({ minLength: 1, maxLength: 2000, description })
}

function name(description: string) {
  return Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$', description })
}

const number = Type.String({ pattern: phoneNumberPattern, description: 'A telephone number: +15550100142.' })
const namePattern = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' })

const destinationSchema = Type.Object(
  {
    menu: Type.Optional(name('A menu.')),
    queue: Type.Optional(name('A queue.')),
    persona: Type.Optional(name('A persona.')),
    hang_up: Type.Optional(Type.Literal(true, { description: 'Ends the call.' })),
  },
  { ...closed, minProperties: 1, maxProperties: 1, description: 'Where the call goes: one of these.' },
)

const optionSchema = Type.Object(
  {
    dtmf: Type.Optional(
      Type.String({
        pattern: '^[0-9*#]{1,32}$',
        description: 'The keys that choose the option, all keys of one turn: "1".',
      }),
    ),
    digits: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'A pattern (RE2) that matches all keys of a turn: "[0-9]{8}#".',
      }),
    ),
    say: Type.Optional(whenSchema),
    prompt: Type.Optional(line('What is said before the call continues.')),
    go_to: destinationSchema,
  },
  { ...closed, description: 'An option of a menu.' },
)

const endSchema = Type.Object(
  { say: Type.Optional(line('What is said.')), go_to: Type.Optional(destinationSchema) },
  { ...closed, description: 'What is said, and where the call goes; default: the call ends.' },
)

const menuSchema = Type.Object(
  {
    prompt: line('What the menu says, first and again after invalid input.'),
    options: Type.Array(optionSchema, { minItems: 1, maxItems: 100, description: 'Options; the first match is used.' }),
    timeout_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description: "Silence, on the playground's clock, that counts as a try; default: unlimited.",
      }),
    ),
    max_tries: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: 3,
        description: 'Invalid inputs and silences until the menu gives up.',
      }),
    ),
    invalid: Type.Optional(line('What is said after invalid input.')),
    timeout: Type.Optional(line('What is said after silence.')),
    exhausted: Type.Optional(endSchema),
  },
  closed,
)

const queueSchema = Type.Object(
  {
    message: Type.Optional(line('What is said when the hold begins.')),
    hold_seconds: Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: "Length of the hold, on the playground's clock.",
    }),
    go_to: destinationSchema,
  },
  closed,
)

const ruleSchema = Type.Object(
  {
    name: Type.Optional(name('The name by which later rules refer to it.')),
    when: Type.Optional(whenSchema),
    ...conditionMembers,
    after: Type.Optional(
      Type.Array(namePattern, { maxItems: 20, description: 'Names of rules that must have been used before.' }),
    ),
    say: line('What the persona says; {{fact}} inserts a fact, {{wanted}} the wanted facts that are missing.'),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'How many times it can be used; default: unlimited.' }),
    ),
    go_to: Type.Optional(destinationSchema),
  },
  closed,
)

const personaSchema = Type.Object(
  {
    speaker: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The name in the transcript; default `representative`.',
      }),
    ),
    greeting: Type.Optional(line('What the persona says first.')),
    facts: Type.Optional(factsSchema),
    charts: Type.Optional(
      Type.Array(factsSchema, {
        minItems: 1,
        maxItems: 50,
        description: 'Facts of several people; the caller has to state the wanted facts of one of them.',
      }),
    ),
    ...personaMembers,
    ...reachMembers,
    gives: Type.Optional(
      Type.Union([line('What the persona says.'), endSchema], {
        description:
          'What the persona says, or {say, go_to}, once the wanted facts are stated; {{fact}} inserts a fact.',
      }),
    ),
    rules: Type.Optional(Type.Array(ruleSchema, { maxItems: 1000, description: 'Rules; the first match is used.' })),
    otherwise: Type.Optional(
      line('What the persona says if no rule matches; {{wanted}} lists the wanted facts that are missing.'),
    ),
    model: Type.Optional(
      Type.Object(
        {
          instructions: Type.String({ minLength: 1, maxLength: 20_000, description: 'The role that the model plays.' }),
        },
        { ...closed, description: 'Lets a model answer if no rule matches and the service has a model.' },
      ),
    ),
  },
  { ...closed, description: 'A simulated person on the telephone.' },
)

const ivrSchema = Type.Object(
  {
    numbers: Type.Optional(
      Type.Array(number, {
        minItems: 1,
        maxItems: 100,
        description: 'The numbers of the menus; default: every number without another entry.',
      }),
    ),
    ...hoursMembers,
    closed: Type.Optional(endSchema),
    start: name('The menu that a call begins with.'),
    menus: Type.Record(namePattern, menuSchema, {
      minProperties: 1,
      maxProperties: 200,
      additionalProperties: false,
      description: 'Menus by name.',
    }),
    queues: Type.Optional(
      Type.Record(namePattern, queueSchema, {
        maxProperties: 200,
        additionalProperties: false,
        description: 'Queues by name.',
      }),
    ),
  },
  { ...closed, description: 'The menus that answer the telephone.' },
)

const lineSchema = Type.Object(
  {
    persona: Type.Optional(name('A persona that answers the telephone.')),
    menu: Type.Optional(name('A menu that answers.')),
    queue: Type.Optional(name('A queue that answers.')),
    busy: Type.Optional(Type.Literal(true, { description: 'The line is busy.' })),
    answers: Type.Optional(Type.Literal(false, { description: 'Nobody answers.' })),
  },
  { ...closed, minProperties: 1, maxProperties: 1, description: 'Who answers a number: one of these.' },
)

export const voiceConfigSchema = Type.Object(
  {
    from_number: Type.Optional(number),
    numbers: Type.Optional(
      Type.Record(Type.String({ pattern: phoneNumberPattern }), lineSchema, {
        maxProperties: 1000,
        additionalProperties: false,
        description: 'Who answers a number.',
      }),
    ),
    ivr: Type.Optional(ivrSchema),
    personas: Type.Optional(
      Type.Record(namePattern, personaSchema, {
        maxProperties: 200,
        additionalProperties: false,
        description: 'Personas by name.',
      }),
    ),
    max_call_seconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 86_400,
        default: 7200,
        description: 'Time after which the call is cut off.',
      }),
    ),
  },
  { ...closed, description: 'Configuration of the voice simulator.' },
)

/**
 * Configuration of the voice simulator: who answers the telephone.
 *
 * - `numbers`: who answers each number. Any other number is answered by the environment's patient if it is theirs, else
 *   by the `ivr`, if there is one.
 * - `ivr`: menus, queues, opening hours.
 * - `personas`: simulated people, who reply by the facts they know, the facts they were told, and rules.
 * - `from_number`: the agent's own number (default `+15550100100`).
 * - `max_call_seconds`: the length at which a call is cut off (default 7200).
 */
export type VoiceConfig = Static<typeof voiceConfigSchema>

/** The destination of a call. */
export type VoiceDestination = Static<typeof destinationSchema>

export type VoiceQueue = Static<typeof queueSchema>

/** What is said, and where the call goes next. */
export type VoiceEnd = Static<typeof endSchema>

/** Who answers a number. */
export type VoiceLine = Static<typeof lineSchema>

/** The agent's default number. */
export const defaultVoiceNumber = '+15550100100'

/** A simulated person on the telephone. */
export type VoicePersona = Static<typeof personaSchema>
